import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Denied, newId, postOnce, put } from "../src/api/client";

type Asked = { path: string; headers: Record<string, string>; body: string };

/** A server of which the test says how each request fares: lost, with half an answer, or with a status. */
function server(...fares: (number | "lost" | "half")[]): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (path: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    asked.push({ path, headers, body });
    const fare = fares.shift() ?? 200;
    if (fare === "lost") throw new TypeError("Failed to fetch");
    if (fare === "half") return new Response('{"table": "t');
    return new Response("{}", { status: fare });
  });
  return asked;
}

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function patiently<T>(work: Promise<T>): Promise<T | Error> {
  const ended = work.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return ended;
}

describe("what is asked again", () => {
  it("is the same request of the same visitor", async () => {
    const asked = server("lost", 503, 200);
    await patiently(postOnce("/api/tables/t/join", { key: "k" }));
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map((one) => JSON.stringify(one)))).toHaveLength(1);
    expect(asked[0]!.headers["Idempotency-Key"]).toMatch(/^[\w-]{32}$/);
    expect(asked[0]!.headers["Lantern-Visitor"]).toMatch(/^[\w-]{32}$/);
  });

  it("includes what was granted with an answer that broke off in the middle", async () => {
    const asked = server("half", 200);
    expect(await patiently(postOnce("/api/tables", {}))).toEqual({});
    expect(asked).toHaveLength(2);
    expect(asked[1]!.headers["Idempotency-Key"]).toBe(asked[0]!.headers["Idempotency-Key"]);
  });

  it("has another id when it is meant anew, and the same visitor until an answer came", async () => {
    const asked = server(...Array<"lost">(8).fill("lost"), 200, 200);
    expect(await patiently(postOnce("/a"))).toBeInstanceOf(Denied);
    expect(kept.size).toBe(1); // a page that is opened again goes on as the same visitor
    await patiently(postOnce("/a"));
    await patiently(postOnce("/a"));
    const [first, second, third] = [asked[0]!, asked[8]!, asked[9]!].map(({ headers }) => headers);
    expect(second!["Idempotency-Key"]).not.toBe(first!["Idempotency-Key"]);
    expect(second!["Lantern-Visitor"]).toBe(first!["Lantern-Visitor"]);
    expect(third!["Lantern-Visitor"]).not.toBe(first!["Lantern-Visitor"]);
  });

  it("leaves nothing behind that opens a seat", async () => {
    server(200, 403, 200);
    await patiently(put("/api/guest", { name: "Ada" }));
    expect(kept.size).toBe(0);
    await patiently(postOnce("/a"));
    await patiently(postOnce("/a"));
    expect(kept.size).toBe(0);
  });

  it("works where nothing can be kept", async () => {
    vi.stubGlobal("localStorage", undefined);
    const asked = server("lost", 200);
    await patiently(postOnce("/a"));
    expect(asked[1]!.headers).toEqual(asked[0]!.headers);
  });

  it("is not asked again when it was denied", async () => {
    const asked = server(409);
    expect(await patiently(postOnce("/a"))).toBeInstanceOf(Denied);
    expect(asked).toHaveLength(1);
  });
});

it("an id is long and never the same", () => {
  const ids = Array.from({ length: 100 }, newId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[\w-]{32}$/);
});
