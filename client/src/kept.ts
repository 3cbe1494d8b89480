// Answers of the server that are there without a network: which games there are and their words, which are the same for
// everybody, and finished matches that were opened here, of which nothing is hidden any more.

const TOLD = "told";

/** The answer to a question that was kept, if it was. */
export async function keptAnswer(path: string): Promise<Response | undefined> {
  return "caches" in globalThis ? caches.match(path, { ignoreVary: true }) : undefined;
}

/** Have the answers to some questions at hand. */
export async function keep(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(TOLD);
  for (const path of paths) {
    const answer = await fetch(path).catch(() => undefined);
    if (answer?.ok) await cache.put(path, answer);
  }
}
