// Finished matches that were opened here, moment by moment, for when there is no network. Nothing of them is hidden any
// more; the last ten stay.

import { type AnyGame, eyes, type PlyView, type TableView } from "./api/client";
import { keptAnswer } from "./kept";
import { stored } from "./local_store.svelte";

const MATCHES = "matches";
const MOST = 10;
/** How many moments are asked for at once. */
const BATCH = 24;

/** A match as lists name it. */
export interface Kept {
  table: string;
  game: string;
  names: string[];
}

const list = stored<readonly Kept[]>("kept_matches", []);
export const keptMatches = (): readonly Kept[] => list.value;

/** By what name the match of a table is kept. */
const nameOf = (table: string): string => `/kept/${table}`;

/** What of a table is needed to keep its match. */
interface Source<G extends AnyGame> {
  view: TableView<G> | null;
  board: G["board"] | null;
  moments: (first: number, count: number) => Promise<PlyView<G>[]>;
}

/** Keep the match of a table from its beginning to its end, unless it is kept already. */
export async function keepMatch<G extends AnyGame>({ view, board, moments }: Source<G>): Promise<void> {
  if (!view || list.value.some((one) => one.table === view.table)) return;
  const cache = await caches.open(MATCHES);
  const put = (path: string, what: unknown): Promise<void> => cache.put(path, new Response(JSON.stringify(what)));
  const home = `/api/tables/${view.table}`;
  const query = new URLSearchParams(eyes(view.seat));
  for (let first = 0; first <= view.ply; first += BATCH) {
    const some = await moments(first, Math.min(BATCH, view.ply - first + 1));
    await Promise.all(some.map((moment) => put(`${home}/plies/${moment.ply}?${query}`, moment)));
  }
  await put(`${home}/board`, board);
  await put(nameOf(view.table), view);
  const names = view.seats.map((seat) => seat.name ?? "").filter(Boolean);
  await letGo(cache, list.value.slice(MOST - 1));
  list.value = [{ table: view.table, game: view.game, names }, ...list.value.slice(0, MOST - 1)];
}

/** Keep some matches no longer. */
async function letGo(cache: Cache, old: readonly Kept[]): Promise<void> {
  const addresses = (await cache.keys()).map(({ url }) => url);
  const gone = addresses.filter((url) => old.some(({ table }) => new URL(url).pathname.split("/").includes(table)));
  await Promise.all(gone.map((url) => cache.delete(url)));
}

/** The match of a table as it was kept; null if it was not. */
export async function keptView<G extends AnyGame>(table: string): Promise<TableView<G> | null> {
  const answer = await keptAnswer(nameOf(table));
  return answer ? ((await answer.json()) as TableView<G>) : null;
}
