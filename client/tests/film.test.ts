import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Film, MOST } from "../src/film.svelte";
import { speed } from "../src/local_store.svelte";
import { TableState } from "../src/table.svelte";

/** A table as the server tells of it: seat 1 is one's own, 2 another person's, 3 and 4 are bots'. */
class House {
  log: { ply: number; version: number; seat: number; events: object[] }[] = [];
  version = 1;
  tell: (message: object) => void = () => {};
  play(...seats: number[]): void {
    for (const seat of seats) this.log = [...this.log, { ply: this.log.length + 1, version: ++this.version, seat, events: [{ key: "moved", arguments: {} }] }];
    this.send();
  }
  takeBack(many: number): void {
    this.log = this.log.slice(0, -many);
    this.version += 1;
    this.send();
  }
  at(ply: number): object {
    return { ply };
  }
  send(more: object = {}): void {
    const kinds = ["person", "person", "bot", "bot"];
    const seats = kinds.map((kind, place) => ({ seat: place + 1, kind, bot: kind === "bot" ? "club" : null }));
    const ply = this.log.length;
    const view = { table: "t1", version: this.version, keep: 0, log: this.log, talk: [], seat: 1, mine: [1], to_act: 1, ply, status: "playing" };
    this.tell({ type: "table", ...view, seats, view: this.at(ply), everything: null, actions: [{ action: "go", touches: ["x"] }], ...more });
  }
}

let house: House;
let table: TableState;
let film: Film;
/** The moments the table showed, as often as it was drawn. */
let seen: number[];
/** The decisions that were let fly. */
let flown: number[];
let requests: string[];
let answer: (first: number, count: number) => Promise<object>;
let still: boolean;
let hidden: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [house, seen, flown, requests, still, hidden] = [new House(), [], [], [], false, false];
  answer = async (first, count) => ({ plies: Array.from({ length: count }, (_, place) => ({ ply: first + place, view: house.at(first + place), everything: null, actions: [], log: [] })) });
  vi.stubGlobal("location", { protocol: "http:", host: "lantern.test" });
  vi.stubGlobal("matchMedia", () => ({ matches: still }));
  vi.stubGlobal("document", { get hidden() { return hidden; } });
  vi.stubGlobal("WebSocket", class {
    static readonly OPEN = 1;
    readyState = 1;
    onmessage: ((event: { data: string }) => void) | null = null;
    constructor() {
      house.tell = (message) => {
        this.onmessage!({ data: JSON.stringify(message) });
        seen.push(table.ply);
      };
    }
    /** Asked whether it is there, the server says so: a line that is lost and found at random times has tests of its own. */
    send(): void {
      this.onmessage?.({ data: JSON.stringify({ type: "pong" }) });
    }
    close(): void {}
  });
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.includes("/plies")) requests.push(path);
    const [, first, count] = /first=(\d+)&count=(\d+)/.exec(path) ?? [];
    const [, single] = /plies\/(\d+)/.exec(path) ?? [];
    const body = single ? { ply: Number(single), view: house.at(Number(single)), everything: null, actions: [], log: [] } : await answer(Number(first), Number(count));
    return { ok: true, status: 200, json: async () => body };
  });
  speed.value = "usual";
  table = new TableState("t1", () => null, null, (before, now) => film.take(before, now));
  film = new Film(table, () => 10);
  const show = table.show.bind(table);
  table.show = (moment, moving) => {
    const moves = show(moment, moving);
    seen.push(table.ply);
    return moves;
  };
  table.move = (_before, _after, entry) => flown.push(entry.ply) > 0;
  house.play(1);
  [seen, flown] = [[], []];
});
afterEach(() => {
  film.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Longer than any film here. */
const settle = () => vi.advanceTimersByTimeAsync(60_000);
/** Without moments that were drawn again. */
const moments = (): number[] => seen.filter((ply, place) => ply !== seen[place - 1]);

describe("what bots decide", () => {
  it("is shown decision by decision, up to now, and each of them flies once", async () => {
    house.play(3, 3, 4, 4);
    expect(table.ply).toBe(1);
    expect(table.view!.ply).toBe(5);
    expect([film.shows, film.waiting]).toEqual([true, 4]);
    await settle();
    expect(moments()).toEqual([1, 2, 3, 4, 5]);
    expect(flown).toEqual([2, 3, 4, 5]);
    expect([film.running, table.past]).toEqual([null, null]);
  });
  it("is asked of the server in one piece, and one decision not at all", async () => {
    house.play(3);
    await settle();
    expect(requests).toEqual([]);
    house.play(4, 3, 4);
    await settle();
    expect(requests).toEqual(["/api/tables/t1/plies?first=3&count=2&seat=1"]);
  });
  it("waits for what is still being shown", async () => {
    house.play(3);
    house.play(4);
    house.play(3);
    expect(table.ply).toBe(2);
    await settle();
    expect(moments()).toEqual([2, 3, 4]);
    expect(flown).toEqual([2, 3, 4]);
  });
  it("offers nothing that can be done until the present is shown", async () => {
    house.play(3, 4);
    expect(table.actions).toEqual([]);
    await vi.advanceTimersByTimeAsync(700);
    expect([table.ply, table.actions]).toEqual([2, []]);
    await settle();
    expect(table.actions).toHaveLength(1);
  });
  it("can be done about while the last of it is still on its way", async () => {
    house.play(3);
    expect([film.running, film.shows]).toEqual(["live", false]);
    expect(table.actions).toHaveLength(1);
  });
});

describe("a film that is ended", () => {
  it("shows the present, whatever is on its way", async () => {
    house.play(3, 4, 3);
    film.end();
    expect([table.ply, film.running, film.waiting]).toEqual([4, null, 0]);
    await settle();
    expect(table.past).toBeNull();
    expect(moments()).toEqual([1, 4]);
  });
  it("does not take an answer that comes late for one of the next film", async () => {
    const held: (() => void)[] = [];
    const usual = answer;
    answer = (first, count) => new Promise((resume) => held.push(() => resume(usual(first, count))));
    house.play(3, 4, 3);
    await vi.advanceTimersByTimeAsync(10);
    film.end();
    house.takeBack(2);
    house.play(4, 4);
    await vi.advanceTimersByTimeAsync(10);
    for (const late of held) late();
    await settle();
    expect(moments()).toEqual([1, 4, 2, 3, 4]);
    expect(requests).toHaveLength(2);
  });
  it("is none any more when a decision is taken back", async () => {
    house.play(3, 4, 3);
    house.takeBack(1);
    expect([table.ply, table.past, film.running]).toEqual([3, null, null]);
  });
  it("shows the present where the server does not say how it came about", async () => {
    answer = () => Promise.reject(new TypeError("nobody answers"));
    house.play(3, 4);
    await settle();
    expect([table.ply, film.running]).toEqual([3, null]);
  });
});

describe("what people decide", () => {
  it("is shown at once, one's own", () => {
    house.play(1);
    expect([table.ply, table.past]).toEqual([2, null]);
    expect(flown).toEqual([2]);
  });
  it("is shown at once, another's, and what was waiting before is not", async () => {
    house.play(3, 4, 3);
    house.play(2);
    expect([table.ply, table.past]).toEqual([5, null]);
    await settle();
    expect(moments()).toEqual([1, 5]);
  });
  it("does not hide what bots decided after it", async () => {
    house.play(3, 2, 3, 4);
    await settle();
    expect(moments()).toEqual([1, 3, 4, 5]);
  });
});

describe("nothing is shown by itself", () => {
  it("at once", () => {
    speed.value = "at_once";
    house.play(3, 4);
    expect([moments(), flown]).toEqual([[3], []]);
  });
  it("with reduced motion", () => {
    still = true;
    house.play(3, 4);
    expect([moments(), flown]).toEqual([[3], []]);
  });
  it("to who looks elsewhere", () => {
    hidden = true;
    house.play(3, 4);
    expect([moments(), flown]).toEqual([[3], []]);
  });
  it("of what happened in a long absence", () => {
    house.play(...Array.from({ length: 25 }, () => 3));
    expect([moments(), flown]).toEqual([[26], []]);
  });
  it("of what other eyes see", () => {
    house.log = [...house.log, { ply: 2, version: ++house.version, seat: 3, events: [] }];
    house.send({ seat: 2 });
    expect([moments(), flown]).toEqual([[2], []]);
  });
  it("to who looks at the past", async () => {
    house.play(3, 4);
    await settle();
    await film.look(1);
    house.play(3);
    await settle();
    expect(table.ply).toBe(1);
  });
});

describe("what is asked for", () => {
  beforeEach(async () => {
    house.play(3, 4, 3);
    await settle();
    [seen, flown] = [[], []];
  });
  it("comes with the moment before it, up to now", async () => {
    void film.start(3, "again");
    await settle();
    expect(moments()).toEqual([2, 3, 4]);
    expect(flown).toEqual([3, 4]);
    expect(film.running).toBeNull();
  });
  it("goes on to what has happened meanwhile", async () => {
    void film.start(3);
    await vi.advanceTimersByTimeAsync(10);
    house.play(4);
    await settle();
    expect(moments()).toEqual([2, 3, 4, 5]);
  });
  it("stays where it is stopped", async () => {
    void film.start(2);
    await vi.advanceTimersByTimeAsync(10);
    film.stop();
    await settle();
    expect([table.ply, film.running]).toEqual([1, null]);
  });
  it("begins anew when started again", async () => {
    void film.start(2);
    await vi.advanceTimersByTimeAsync(10);
    void film.start(4);
    await settle();
    expect(moments()).toEqual([1, 3, 4]);
  });
  it("steps on with what moved, and back without", async () => {
    await film.look(2);
    await film.look(3);
    await film.look(2);
    expect(flown).toEqual([3]);
  });
  it("is shown without motion where there is none", async () => {
    still = true;
    void film.start(3);
    await settle();
    expect(moments()).toEqual([2, 3, 4]);
  });
});

describe("marks", () => {
  const game = { touched: ({ key }: { key: string }) => [key], attempt: () => null, needsConfirming: () => false };
  it("are what others did since one's turn before this one, as far as it is shown, by whom", async () => {
    table = new TableState("t1", () => game as never, null, (before, now) => film.take(before, now));
    film = new Film(table, () => 10);
    house.log = house.log.map((entry) => ({ ...entry, events: [{ key: "mine", arguments: {} }] }));
    house.send();
    const told = (seat: number, key: string) => ({ ply: house.log.length + 1, version: ++house.version, seat, events: [{ key, arguments: {} }] });
    house.log = [...house.log, told(3, "a")];
    house.log = [...house.log, told(4, "b")];
    house.send();
    expect([...table.changed]).toEqual([]);
    film.end();
    expect([...table.changed]).toEqual([["a", 3], ["b", 4]]);
    // They stay while one's own turn goes on, and go when it is over.
    house.log = [...house.log, told(1, "own")];
    house.log = [...house.log, told(1, "own")];
    house.send();
    film.end();
    expect([...table.changed]).toEqual([["a", 3], ["b", 4]]);
    house.log = [...house.log, told(2, "c")];
    house.send();
    film.end();
    expect([...table.changed]).toEqual([["c", 2]]);
  });
});

describe("who comes to his seat", () => {
  const BEHIND = { seat: null, mine: [1, 2], secrets: true, view: { ply: -1 } };
  beforeEach(() => {
    house.play(2, 3, 4);
    film.end();
    house.send({ ...BEHIND });
    [seen, flown, requests] = [[], [], []];
  });
  it("is shown what the others did since he last acted, and only then the present", async () => {
    house.send({ ...BEHIND, seat: 1, view: house.at(4) });
    expect([table.shown, film.shows]).toEqual([{ ply: -1 }, true]);
    await settle();
    expect(moments()).toEqual([4, 1, 2, 3, 4]);
    expect(flown).toEqual([2, 3, 4]);
    expect(requests).toEqual(["/api/tables/t1/plies?first=1&count=3&seat=1"]);
    expect([film.running, table.past]).toEqual([null, null]);
  });
  it("is shown the last of it where it is long", async () => {
    house.play(...Array<number>(MOST + 10).fill(3));
    house.send({ ...BEHIND });
    [seen, flown] = [[], []];
    house.send({ ...BEHIND, seat: 1, view: house.at(house.log.length) });
    await settle();
    expect(flown).toEqual(house.log.slice(-MOST).map(({ ply }) => ply));
    expect(table.past).toBeNull();
  });
  it("sees the present at once where nothing is to move, or nothing happened", async () => {
    speed.value = "at_once";
    house.send({ ...BEHIND, seat: 1, view: house.at(4) });
    expect([film.running, table.past]).toEqual([null, null]);
    speed.value = "usual";
    house.send({ ...BEHIND });
    house.send({ ...BEHIND, seat: 4, view: house.at(4) });
    expect([film.running, table.past]).toEqual([null, null]);
  });
});
