import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Manners, TableState } from "../src/table.svelte";

const HOUSE = { action: "house w1", touches: ["house", "w1"] };
const VIEW = { table: "t1", version: 7, keep: 0, log: [], talk: [], seat: 1, mine: [1], to_act: 1, ply: 3, status: "seating", view: {}, actions: [HOUSE] };
const manners: Manners = { attempt: () => null, needsConfirming: () => true, touched: () => [] };

let tell: (view: object) => void;
let close: (error: string) => void;
let addresses: string[];
let asked: { path: string; body: Record<string, unknown> }[];
let reply: { status: number; body: object };

function sitDown(): TableState {
  const table = new TableState("t1", () => manners, null, () => {});
  tell(VIEW);
  return table;
}

beforeEach(() => {
  vi.useFakeTimers();
  [addresses, asked, reply] = [[], [], { status: 200, body: { version: 8 } }];
  vi.stubGlobal("document", { hidden: true });
  vi.stubGlobal("location", { protocol: "http:", host: "lantern.test" });
  vi.stubGlobal("WebSocket", class {
    static readonly OPEN = 1;
    readyState = 1;
    onmessage: ((event: { data: string }) => void) | null = null;
    constructor(address: string) {
      addresses.push(address);
      close = (error) => this.onmessage?.({ data: JSON.stringify({ type: "closed", error, message: "" }) });
      tell = (view) => this.onmessage?.({ data: JSON.stringify({ type: "table", ...view }) });
    }
    send(): void {}
    close(): void {}
  });
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string }) => {
    asked.push({ path, body: JSON.parse(body ?? "{}") as Record<string, unknown> });
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
  it("stays marked until the view comes that it leads to", async () => {
    const table = sitDown();
    table.mark(HOUSE);
    await table.play("house w1");
    expect([table.picked, table.actions]).toEqual([["house", "w1"], []]);
    tell({ ...VIEW, version: 8, ply: 4 });
    expect([table.picked, table.actions]).toEqual([[], [HOUSE]]);
  });
  it("is painted before what comes of it is shown", async () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal("document", { hidden: false });
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => frames.push(draw));
    const table = sitDown();
    const done = table.play("house w1");
    tell({ ...VIEW, version: 8 });
    expect(table.view!.version).toBe(7);
    await done;
    for (const draw of frames) draw();
    vi.advanceTimersByTime(0);
    expect(table.view!.version).toBe(8);
  });
  it("is asked no more once the server has denied it", async () => {
    const table = sitDown();
    reply = { status: 422, body: { error: "refused", message: "No.", version: null } };
    await table.decide("house w1");
    table.picked = HOUSE.touches;
    await table.decide("house w1");
    expect(table.problem?.error).toBe("refused");
    expect([table.waiting, table.picked, table.actions]).toEqual([null, [], [HOUSE]]);
  });
});

describe("a place that does not go with what is picked", () => {
  const STEPS = ["at:1", "at:2"].map((place) => ({ action: `step ${place}`, touches: ["hand:ox", place] }));
  const OTHER = ["pass", "rest"].map((word) => ({ action: word, touches: ["at:3", word] }));
  const meant: string[][] = [];
  const choosing: Manners = {
    ...manners,
    isPlace: (id) => id.startsWith("at:"),
    attempt: (_view, picked) => (meant.push([...picked]), `step ${picked.at(-1)} with ox`),
  };
  async function click(id: string, refusal: object | null): Promise<TableState> {
    const table = new TableState("t1", () => choosing, null, () => {});
    tell({ ...VIEW, actions: [...STEPS, ...OTHER] });
    table.board = {} as never;
    table.picked = ["hand:ox"];
    reply = { status: 200, body: { refusal } };
    await table.pick(id);
    return table;
  }

  it("says why it can't be chosen now, and what is picked stays", async () => {
    const table = await click("at:3", { message: "An ox does not go there.", clause: "4.2", key: "wrong_symbol", arguments: {} });
    expect(asked.map(({ path }) => path)).toEqual(["/api/tables/t1/preview?action=step+at%3A3+with+ox&seat=1"]);
    expect(meant.at(-1)).toEqual(["hand:ox", "at:3"]);
    expect([table.problem?.message, table.picked]).toEqual(["An ox does not go there.", ["hand:ox"]]);
  });
  it("begins anew where nothing is to be said against it", async () => {
    const table = await click("at:3", null);
    expect([table.problem, table.picked]).toEqual([null, ["at:3"]]);
  });
});

describe("several people at one device", () => {
  const people = [1, 2, 3].map((seat) => ({ seat, kind: "person", bot: null }));
  const moved = { ply: 4, version: 8, seat: 1, events: [{ key: "drew", arguments: { card: "king" } }] };
  const TURN = { ...VIEW, status: "playing", secrets: true, mine: [1, 2], seats: people };
  const NEXT = { ...TURN, version: 8, ply: 4, to_act: 2, log: [moved], view: { hand: ["king"] }, actions: [] };

  /** Seat 1 has come forward and made its move. */
  function handOn(next: object = NEXT): TableState {
    const table = new TableState("t1", () => manners, null, () => {});
    tell({ ...TURN, seat: null, view: { hand: [] }, actions: [] });
    table.lookFrom(1);
    tell(TURN);
    void table.pick("house");
    tell(next);
    return table;
  }

  it("ask from no seat at first: a page that is loaded anew has its curtain drawn", () => {
    const table = new TableState("t1", () => manners, null, () => {});
    expect(addresses).toEqual(["ws://lantern.test/api/tables/t1/live?since=0&curtain=true"]);
    tell({ ...TURN, seat: null, view: { hand: [] }, actions: [] });
    expect([table.awaited, addresses.length]).toEqual([1, 1]);
    table.lookFrom(1);
    tell(TURN);
    expect([table.awaited, table.actions]).toEqual([null, [HOUSE]]);
  });
  it("keep nothing of what the one saw when it is another's turn, and look from no seat until he is there", () => {
    const table = handOn();
    expect([table.awaited, table.view!.seat, table.shown, table.view!.log, table.picked]).toEqual([2, null, null, [], []]);
    expect(JSON.stringify(table.view)).not.toContain("king");
    expect(addresses.at(-1)).toContain("since=0&curtain=true");
    tell({ ...NEXT, seat: null, view: { hand: [] } });
    expect([table.awaited, table.shown]).toEqual([2, { hand: [] }]);
    table.lookFrom(2);
    expect(addresses.at(-1)).toContain("since=0&seat=2");
  });
  it("are shown earlier moments behind the curtain with nobody's eyes", async () => {
    const table = handOn();
    tell({ ...NEXT, seat: null, view: { hand: [] } });
    await table.lookAt(2);
    expect(asked.at(-1)!.path).toBe("/api/tables/t1/plies/2?curtain=true");
  });
  it.each([
    ["somebody else is to act", { to_act: 3 }],
    ["the seat acts again", { to_act: 1 }],
    ["a bot stands in", { seats: people.map((one) => ({ ...one, bot: one.seat === 2 ? "club" : null })) }],
    ["nothing is secret", { secrets: false }],
    ["it is over", { status: "over" }],
  ])("need no curtain where %s", (_, more) => {
    const table = handOn({ ...NEXT, ...more });
    expect([table.awaited, table.view!.seat]).toEqual([null, 1]);
  });
  it("can put the hand away that lies open while others act, and fetch it again", () => {
    const table = handOn({ ...NEXT, to_act: 3 });
    expect([table.exposed, table.covered]).toEqual([true, false]);
    table.hideCards();
    expect([table.exposed, table.covered, table.shown, table.view!.log]).toEqual([false, true, null, []]);
    expect(JSON.stringify(table.view)).not.toContain("king");
    expect(addresses.at(-1)).toContain("since=0&curtain=true");
    tell({ ...NEXT, to_act: 3, seat: null, view: { hand: [] } });
    expect([table.awaited, table.covered, table.shown]).toEqual([null, true, { hand: [] }]);
    table.lookFrom(1);
    expect(addresses.at(-1)).toContain("since=0&seat=1");
    tell({ ...NEXT, to_act: 3 });
    expect([table.exposed, table.covered]).toEqual([true, false]);
  });
  it("have no hand lying open that is not theirs to hide", () => {
    expect(handOn({ ...NEXT, to_act: 1 }).exposed).toBe(false);
    expect(handOn({ ...NEXT, to_act: 3, mine: [1] }).exposed).toBe(false);
    expect(handOn({ ...NEXT, to_act: 3, secrets: false }).exposed).toBe(false);
  });
  it("go on without a seat that another was given", () => {
    const table = handOn();
    table.lookFrom(2);
    close("not_your_seat");
    expect([table.closed, addresses.at(-1)!.includes("curtain=true")]).toEqual([null, true]);
    close("not_your_seat");
    expect(table.closed).not.toBeNull();
  });
});

describe("while a puzzle is open", () => {
  const open = { state: "open", question: true, goes_on: false };
  it("what would tell what is to be found is not seen, and no longer once it is found", () => {
    const aided: Manners = { ...manners, unaided: (view, question) => ({ ...view, aids: question ? 0 : 1 }) as unknown as typeof view };
    const table = new TableState("t1", () => aided, null, () => {});
    tell({ ...VIEW, view: { aids: 9 }, puzzle: open });
    expect(table.shown).toEqual({ aids: 0 });
    tell({ ...VIEW, version: 8, view: { aids: 9 }, puzzle: { ...open, question: false } });
    expect(table.shown).toEqual({ aids: 1 });
    tell({ ...VIEW, version: 9, view: { aids: 9 }, puzzle: { ...open, state: "solved" } });
    expect(table.shown).toEqual({ aids: 9 });
  });
});
