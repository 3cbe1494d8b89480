import { afterEach, beforeEach, expect, it, vi } from "vitest";

let asked: string[];

/** The page as it is opened at some address, with what the server says of others. */
async function opened(hostname: string, addresses: string[]): Promise<typeof import("../src/house.svelte")> {
  vi.resetModules();
  vi.stubGlobal("location", { hostname, origin: `http://${hostname}:8000` });
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return { ok: true, status: 200, json: async () => ({ addresses }) };
  });
  const house = await import("../src/house.svelte");
  await house.lookAround();
  await house.lookAround();
  return house;
}

beforeEach(() => (asked = []));
afterEach(() => vi.unstubAllGlobals());

it.each(["127.0.0.1", "localhost"])("a link from %s has the address of the house", async (hostname) => {
  const house = await opened(hostname, ["http://192.168.1.7:8000", "http://10.0.0.7:8000"]);
  expect(house.forOthers(`http://${hostname}:8000/table/t1#key=k`)).toBe("http://192.168.1.7:8000/table/t1#key=k");
  expect([house.isAlone(), asked]).toEqual([false, ["/api/house"]]);
});
it("a link stays as it is where the server listens to its own machine alone, and one is told", async () => {
  const house = await opened("127.0.0.1", []);
  expect([house.forOthers("http://127.0.0.1:8000/table/t1"), house.isAlone()]).toEqual(["http://127.0.0.1:8000/table/t1", true]);
});
it("a link from elsewhere is good for all", async () => {
  const house = await opened("table.example.org", ["http://192.168.1.7:8000"]);
  expect([house.forOthers("http://table.example.org:8000/table/t1"), house.isAlone(), asked]).toEqual(["http://table.example.org:8000/table/t1", false, []]);
});
