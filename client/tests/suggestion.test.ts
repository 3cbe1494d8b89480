import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableState } from "../src/table.svelte";

const ACTIONS = [
  { action: "house w1", touches: ["house", "w1", "R"] },
  { action: "house w2", touches: ["house", "w2", "R"] },
];
const SUGGESTION = { version: 7, seat: 1, action: "house w2", touches: ["house", "w2", "R"], unit: "chance", worth: 0.4, chances: [0.4, 0.6], others: [], reasons: [] };
const VIEW = { table: "t1", version: 7, keep: 0, log: [], talk: [], seat: 1, mine: [1], to_act: 1, ply: 3, status: "seating", actions: ACTIONS, can_suggest: true };

/** The other side of the line. */
class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    FakeSocket.last = this;
  }
  send(): void {}
  close(): void {}
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify({ type: "table", ...message }) });
  }
}

let asked: { path: string; body: unknown }[];
let meanwhile: () => void;
let reply: { status: number; body: object };

function sitDown(view: object = VIEW): TableState {
  const table = new TableState("t1", () => null, null, () => {});
  FakeSocket.last.tell(view);
  return table;
}

beforeEach(() => {
  vi.useFakeTimers();
  [asked, meanwhile, reply] = [[], () => {}, { status: 200, body: SUGGESTION }];
  vi.stubGlobal("location", { protocol: "http:", host: "lantern.test" });
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    asked.push({ path, body: JSON.parse(body) });
    meanwhile();
    return { ok: reply.status < 400, status: reply.status, json: async () => reply.body };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a suggestion", () => {
  it("is asked for the seat and the version that one sees, of a quick player and of the strong one", async () => {
    await sitDown().askForSuggestion();
    const body = { seat: 1, expected_version: 7 };
    expect(asked).toEqual([
      { path: "/api/tables/t1/suggestion", body: { ...body, quick: true } },
      { path: "/api/tables/t1/suggestion", body: { ...body, quick: false } },
    ]);
  });
  it("marks what it touches, and plays nothing however often it is asked", async () => {
    const table = sitDown();
    await table.askForSuggestion();
    await table.askForSuggestion();
    expect(table.suggestion).toEqual(SUGGESTION);
    expect(table.picked).toEqual(SUGGESTION.touches);
    expect(table.left).toEqual([ACTIONS[1]]);
    expect(asked).toHaveLength(4);
  });
  it("is not asked for where the server says it may not be", async () => {
    await sitDown({ ...VIEW, can_suggest: false }).askForSuggestion();
    expect(asked).toEqual([]);
  });
  it("is forgotten when it is let go, and when something was played", async () => {
    const table = sitDown();
    await table.askForSuggestion();
    table.letGo();
    expect([table.suggestion, table.picked]).toEqual([null, []]);
    await table.askForSuggestion();
    FakeSocket.last.tell({ ...VIEW, version: 8, ply: 4 });
    expect([table.suggestion, table.picked]).toEqual([null, []]);
  });
  it("that comes too late is not shown", async () => {
    const table = sitDown();
    meanwhile = () => FakeSocket.last.tell({ ...VIEW, version: 8, ply: 4 });
    await table.askForSuggestion();
    expect([table.suggestion, table.picked]).toEqual([null, []]);
  });
  describe("of a quick player", () => {
    const FIRST = { ...SUGGESTION, action: "house w1", touches: ["house", "w1", "R"], stood_in: true };
    let answers: { quick: (what: object) => void; strong: (what: object) => void };
    function ask(): { table: TableState; done: Promise<void> } {
      answers = { quick: () => {}, strong: () => {} };
      vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
        const name = JSON.parse(body).quick ? "quick" : "strong";
        return new Promise((resolve) => (answers[name] = (what) => resolve({ ok: true, status: 200, json: async () => what })));
      });
      const table = sitDown();
      return { table, done: table.askForSuggestion() };
    }
    const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

    it("is there until the strong one has thought", async () => {
      const { table, done } = ask();
      answers.quick(FIRST);
      await settled();
      expect([table.suggestion, table.picked, table.suggesting]).toEqual([FIRST, FIRST.touches, true]);
      answers.strong(SUGGESTION);
      await done;
      expect([table.suggestion, table.picked, table.suggesting, table.replaced]).toEqual([SUGGESTION, SUGGESTION.touches, false, true]);
    });

    it("does not cover what the strong one said", async () => {
      const { table, done } = ask();
      answers.strong(SUGGESTION);
      await done;
      answers.quick(FIRST);
      await settled();
      expect([table.suggestion, table.replaced]).toEqual([SUGGESTION, false]);
    });

    it("and of the strong one leave alone what was picked or let go meanwhile", async () => {
      const { table, done } = ask();
      answers.quick(FIRST);
      await settled();
      table.mark({ touches: ["house"] });
      answers.strong(SUGGESTION);
      await done;
      expect([table.suggestion, table.picked]).toEqual([SUGGESTION, ["house"]]);
      const again = ask();
      answers.quick(FIRST);
      await settled();
      again.table.letGo();
      answers.strong(SUGGESTION);
      await again.done;
      expect([again.table.suggestion, again.table.picked]).toEqual([null, []]);
    });
  });
  it("that is denied says why", async () => {
    const table = sitDown();
    reply = { status: 409, body: { error: "suggestion_people", message: "Only where all others are bots.", version: null } };
    await table.askForSuggestion();
    expect(table.problem?.error).toBe("suggestion_people");
    expect([table.suggestion, table.suggesting]).toEqual([null, false]);
  });
});
