import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Manners, TableState } from "../src/table.svelte";

const HOUSE = { action: "house w1", touches: ["house", "w1"] };
const VIEW = { table: "t1", version: 7, keep: 0, log: [], talk: [], seat: 1, mine: [1], to_act: 1, ply: 3, status: "seating", view: {}, actions: [HOUSE] };
const manners: Manners = { attempt: () => null, needsConfirming: () => true, touched: () => [] };

let tell: (view: object) => void;
let asked: { path: string; body: Record<string, unknown> }[];
let reply: { status: number; body: object };

function sitDown(): TableState {
  const table = new TableState("t1", () => manners, null, () => {});
  tell(VIEW);
  return table;
}

beforeEach(() => {
  vi.useFakeTimers();
  [asked, reply] = [[], { status: 200, body: { version: 8 } }];
  vi.stubGlobal("location", { protocol: "http:", host: "lantern.test" });
  vi.stubGlobal("WebSocket", class {
    static readonly OPEN = 1;
    readyState = 1;
    onmessage: ((event: { data: string }) => void) | null = null;
    constructor() {
      tell = (view) => this.onmessage?.({ data: JSON.stringify({ type: "table", ...view }) });
    }
    send(): void {}
    close(): void {}
  });
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    asked.push({ path, body: JSON.parse(body) as Record<string, unknown> });
    return { ok: reply.status < 400, status: reply.status, json: async () => reply.body };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("an action that is asked to be confirmed", () => {
  it("is not played before it is", async () => {
    const table = sitDown();
    await table.decide("house w1");
    expect([table.waiting, asked]).toEqual([HOUSE, []]);
  });
  it("is played then, for the seat and the version that one sees, and nothing more can be done before the server's next view", async () => {
    const table = sitDown();
    await table.decide("house w1");
    await table.decide("house w1");
    expect(asked).toMatchObject([{ path: "/api/tables/t1/moves", body: { seat: 1, expected_version: 7, action: "house w1" } }]);
    expect([table.waiting, table.actions]).toEqual([null, []]);
    tell({ ...VIEW, version: 8 });
    expect([table.waiting, table.actions]).toEqual([null, [HOUSE]]);
  });
  it("is asked no more once the server has denied it", async () => {
    const table = sitDown();
    reply = { status: 422, body: { error: "refused", message: "No.", version: null } };
    await table.decide("house w1");
    await table.decide("house w1");
    expect(table.problem?.error).toBe("refused");
    expect([table.waiting, table.picked, table.actions]).toEqual([null, [], [HOUSE]]);
  });
});
