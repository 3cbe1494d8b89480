import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Composer } from "../src/compose/composer.svelte";
import { clauseOf, isAbout, sentenceOf } from "../src/compose/faults";
import { packed, unpacked } from "../src/compose/link";
import { thingName } from "../src/compose/names";
import { canFill, cardsLeft, changed, choices, exchanged, filled, hintTurned, laid, type Part, placed, placesIn, placesOf, type Position, standing, unmarked, valueOf } from "../src/compose/position";
import { loadWords, start } from "../src/words/index.svelte";

type Wish = Partial<Omit<Part, "shape">> & { shape: object };
const part = (key: string, { shape, ...more }: Wish): Part =>
  ({ key, group: "more", things: "", pool: false, resets: [], along: [], clears: [], ...more, shape }) as unknown as Part;
const cards = (most: number, rest = false): object => ({ kind: "cards", names: ["a", "b", "c"], of: "card", most, rest });
const seat = { kind: "seat", also: [], optional: false };
const number = (least: number, most: number): object => ({ kind: "number", least, most, optional: false });
const owned = { kind: "by_name", names: ["p", "q", "r"], of: "", each: seat };
const counted = { kind: "by_name", names: ["p", "q"], of: "", each: { kind: "by_seat", each: number(0, 2) } };
const at = { kind: "name", names: ["p", "q"], of: "", things: "space", also: ["home"], optional: false };

const HANDS = part("hands", { shape: { kind: "by_seat", each: cards(2) }, pool: true, resets: ["seen", "turn.drawn"] });
const DISPLAY = part("display", { shape: { kind: "by_name", names: ["p", "q"], of: "", each: { ...at, names: ["a", "b", "c"], things: "", also: [] } }, pool: true, things: "card" });
const GONE = part("gone", { shape: { kind: "amounts", names: ["a", "b", "x"], of: "card", most: 9, free: ["x"] }, pool: true });
const BUILT = part("built", { shape: { kind: "rows", rows: { red: [1, 2, 3] }, of: "suit" }, pool: true });
const DECK = part("deck", { shape: cards(99, true), pool: true });
const POOL = [HANDS, DISPLAY, GONE, DECK];
const DEALT: Position = { hands: [["a"], ["b"]], display: { p: "c", q: "a" }, gone: {}, deck: ["a", "b", "a", "c"], seen: [1], turn: { drawn: 1, placed: 0 } };

describe("cards that are counted together", () => {
  it("come from where they are drawn last, and go back there", () => {
    const more = changed(DEALT, POOL, HANDS, [["a", "a"], ["b"]]);
    expect(more["deck"]).toEqual(["a", "b", "c"]);
    expect(changed(more, POOL, HANDS, [[], ["b"]])["deck"]).toEqual(["a", "b", "c", "a", "a"]);
    expect(DEALT["deck"]).toEqual(["a", "b", "a", "c"]);
  });
  it("change places with what lies there", () => {
    expect(changed(DEALT, POOL, DISPLAY, { p: "b", q: "a" })["deck"]).toEqual(["a", "a", "c", "c"]);
    expect(placed(DEALT, POOL, DISPLAY, "p", "b")["deck"]).toEqual(["a", "a", "c", "c"]);
  });
  it("are not missed where some are free", () => {
    expect(changed(DEALT, POOL, GONE, { a: 1, x: 3 })["deck"]).toEqual(["a", "b", "c"]);
  });
  it("are the values of rows", () => {
    const position = { built: { red: [1] }, deck: ["red 2", "red 1"] };
    expect(changed(position, [BUILT, DECK], BUILT, { red: [1, 2] })["deck"]).toEqual(["red 1"]);
  });
  it("are left as they are where only their order changes", () => {
    expect(changed(DEALT, POOL, DECK, ["c", "a", "b", "a"])["hands"]).toEqual(DEALT["hands"]);
  });
  it("say how many are left", () => {
    expect([...cardsLeft(DEALT, POOL)!]).toEqual([["a", 2], ["b", 1], ["c", 1]]);
    expect(cardsLeft({ ...DEALT, deck: undefined }, POOL)).toBeNull();
    expect(cardsLeft(DEALT, [GONE])).toBeNull();
  });
  it("fill the hands in the order in which they are drawn", () => {
    expect([HANDS, DISPLAY].map(canFill)).toEqual([true, false]);
    const full = filled(DEALT, POOL, HANDS, 2);
    expect([full["hands"], full["deck"]]).toEqual([[["a", "a"], ["b", "b"]], ["a", "c"]]);
  });
});

describe("what a change makes doubtful", () => {
  it("is left open", () => {
    const left = changed(DEALT, POOL, HANDS, [["b"], []]);
    expect(["seen" in left, left["turn"]]).toEqual([false, { placed: 0 }]);
  });
  it("is left open under the same name alone", () => {
    const rulers = part("rulers", { shape: { kind: "by_name", names: ["x", "y"], of: "", each: at }, things: "space", resets: ["courts.*"] });
    const before = { rulers: { x: "p", y: "q" }, courts: { x: 5, y: 4 } };
    const after = placed(before, [rulers], rulers, "r", "x");
    expect(after).toEqual({ rulers: { x: "r", y: "q" }, courts: { y: 4 } });
    expect(placed(after, [rulers], rulers, "q", null, true)["rulers"]).toEqual({ x: "r", y: "home" });
  });
  it("can be within something else, which is gone with it", () => {
    const inner = part("scoring.where", { shape: { ...at, optional: true } });
    const set = changed({ scoring: null }, [inner], inner, "p");
    expect(valueOf(set, "scoring.where")).toBe("p");
    expect(changed(set, [inner], inner, null)).toEqual({ scoring: null });
  });
});

describe("what is put on the board", () => {
  const houses = part("houses", { shape: owned, things: "space", clears: ["markets"] });
  const forts = part("forts", { shape: owned, things: "space", along: ["houses"] });
  const markets = part("markets", { shape: owned, things: "space", clears: ["houses"] });
  const parts = [houses, forts, markets];

  it("is taken away by the same click again", () => {
    const once = placed({ houses: {} }, parts, houses, "p", 2);
    expect(once).toEqual({ houses: { p: 2 } });
    expect(placed(once, parts, houses, "p", 2)).toEqual({ houses: {} });
    expect(placed(once, parts, houses, "p", 1)).toEqual({ houses: { p: 1 } });
  });
  it("comes with what it stands on, and goes with it", () => {
    const fort = placed({ houses: { p: 1 }, forts: {}, markets: {} }, parts, forts, "p", 2);
    expect(fort).toEqual({ houses: { p: 2 }, forts: { p: 2 }, markets: {} });
    expect(placed(fort, parts, houses, "p", 2, true)).toEqual({ houses: {}, forts: {}, markets: {} });
    expect(placed(fort, parts, forts, "p", 2, true)).toEqual({ houses: { p: 2 }, forts: {}, markets: {} });
  });
  it("clears what was there", () => {
    expect(placed({ houses: { p: 1 }, forts: {}, markets: {} }, parts, markets, "p", 1)).toEqual({ houses: {}, forts: {}, markets: { p: 1 } });
  });
  it("is counted for each seat within its bounds", () => {
    const people = part("people", { shape: counted, things: "space" });
    const options = { players: 3 };
    let position: Position = { options, people: {} };
    for (let click = 0; click < 4; click++) position = placed(position, [people], people, "p", 2);
    expect(position).toEqual({ options, people: { p: [0, 2, 0] } });
    expect(standing(position, people)).toEqual([{ place: "p", what: 2, count: 2 }]);
    expect(placed(position, [people], people, "p", null, true)).toEqual({ options, people: { p: [0, 1, 0] } });
    expect(placed(position, [people], people, "q", 1, true)).toBe(position);
  });
  it("may be somebody's only one", () => {
    const princes = part("princes", { shape: { kind: "by_seat", each: at }, things: "space" });
    const there = placed({ princes: [null, "q"] }, [princes], princes, "p", 2);
    expect(there).toEqual({ princes: [null, "p"] });
    expect(choices(princes, 3)).toEqual([1, 2, 3]);
    expect(placesOf([princes, houses], "space")).toEqual(["p", "q", "r"]);
  });
  it("may be a piece on several places, under which all is gone", () => {
    const pieces = part("pieces", { shape: { kind: "pieces", of: "piece", sizes: { domino: 2 } }, things: "space", clears: ["houses"] });
    const all = [houses, pieces];
    const down = laid({ houses: { p: 1, r: 1 }, pieces: [] }, all, pieces, { piece: "domino", squares: ["p", "q"], owners: [2] });
    expect(down).toEqual({ houses: { r: 1 }, pieces: [{ piece: "domino", squares: ["p", "q"], owners: [2] }] });
    expect(placed(down, all, pieces, "q", null, true)["pieces"]).toEqual([]);
  });
  it("may lie wherever the board has places", () => {
    expect(placesIn({ squares: [{ square: "A1" }, { id: "A2" }, "A3", 4] }, "squares", "square")).toEqual(["A1", "A2", "A3"]);
    expect(placesIn(null, "squares", "square")).toEqual([]);
  });
});

describe("a card's hints", () => {
  const shape = { kind: "marked", names: ["red 1", "blue 1"], of: "card", most: 5, hints: ["red", "blue", "ones"], fits: { "red 1": ["red", "ones"], "blue 1": ["blue", "ones"] } } as Parameters<typeof hintTurned>[0];
  it("touch it or pass it by, and can be taken back", () => {
    const told = hintTurned(shape, hintTurned(shape, unmarked("red 1"), "blue"), "red");
    expect(told).toEqual({ card: "red 1", told: ["red"], not: ["blue"] });
    expect(hintTurned(shape, told, "red")).toEqual({ card: "red 1", told: [], not: ["blue"] });
    expect(exchanged(shape, told, "blue 1")).toEqual({ card: "blue 1", told: ["blue"], not: ["red"] });
  });
});

describe("a link", () => {
  const linked = { position: { game: "x", deck: ["ä", "b"], turn: null }, seat: 2 };
  it("holds a position", async () => {
    const fragment = await packed(linked);
    expect(fragment).toMatch(/^[\w-]+$/);
    expect(await unpacked(fragment)).toEqual(linked);
  });
  it("that is damaged holds none", async () => {
    const fragment = await packed(linked);
    for (const broken of ["", "*", fragment.slice(0, -6), `A${fragment}`, await packed({ position: [] as unknown as Position, seat: 1 })]) expect(await unpacked(broken)).toBeNull();
  });
  it("that unfolds to something huge holds none", async () => {
    expect(await unpacked(await packed({ position: { deck: "a".repeat(1_000_000) }, seat: null }))).toBeNull();
  });
});

it("a fault speaks of a part, or of what that is within", () => {
  expect(isAbout({ part: "turn" }, { key: "turn.placed" })).toBe(true);
  expect(isAbout({ part: "hands" }, { key: "hands" })).toBe(true);
  expect(isAbout({ part: "hand" }, { key: "hands" })).toBe(false);
  expect(isAbout({ part: null }, { key: "hands" })).toBe(false);
});

it("a fault may name a clause of the rules", () => {
  expect(clauseOf({ message: "only one can be in force (KHAN-7.3)" }, "khan")).toBe("KHAN-7.3");
  expect(clauseOf({ message: "T-4 is 9" }, "khan")).toBeNull();
});

describe("a fault is a sentence", () => {
  beforeAll(async () => {
    vi.stubGlobal("navigator", { languages: ["en"] });
    vi.stubGlobal("document", { documentElement: { lang: "" } });
    const words = { "compose.part.to_act": "Whose turn", "compose.quoted": "“{part}”" };
    vi.stubGlobal("fetch", async () => Response.json({ words, names: { arguments: {}, parts: {}, forms: {}, made: {}, things: {} } }));
    await start();
    await loadWords("ming", "compose");
    vi.unstubAllGlobals();
  });
  it.each([
    ["to_act: it is not for seat 3 to place next (MING-4)", "to_act", "Whose turn: it is not for seat 3 to place next"],
    ["to_act is seat 1, but seat 2 is to act", "to_act", '“Whose turn” is seat 1, but seat 2 is to act'],
    ["hands: seat 1 has 9 cards", "hands", "Hands: seat 1 has 9 cards"],
    ["ходит не место 3 (MING-4, 5.1)", "to_act", "Ходит не место 3"],
    ["there are 9 cards", null, "There are 9 cards"],
  ])("%s", (message, part, sentence) => {
    expect(sentenceOf({ message, part }, "ming")).toBe(sentence);
  });
});

it("a place is called as its board calls it", () => {
  const board = { provinces: [{ id: "chin", name: "Ch'in" }], spaces: ["a"] };
  expect(thingName("han", "turn.empty", "province", "chin", board)).toBe("Ch'in");
  expect(thingName("han", "turn.empty", "province", "wei", board)).toBe("wei");
  expect(thingName("han", "houses", "space", "a", board)).toBe("a");
});

describe("a position that is composed", () => {
  let asked: Record<string, unknown>[];
  const answer = (position: Record<string, unknown>): object => {
    const wrong = position["hands"] === "wrong";
    const whole = { position: { ...position, options: { players: 2 } }, saved: "{}", view: { houses: position["houses"], deck: 3 }, seat: 1, to_act: 1, actions: [], can_suggest: false };
    const faulty = { position: null, saved: null, view: null, seat: 1, to_act: null, actions: [], can_suggest: false };
    return { options: { players: 2 }, board: null, parts: [part("houses", { shape: owned, things: "space" })], faults: wrong ? [{ key: "k", message: "no", part: "hands" }] : [], ...(wrong ? faulty : whole) };
  };
  beforeEach(() => {
    asked = [];
    vi.useFakeTimers();
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {} });
    vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
      const sent = JSON.parse(body) as Record<string, unknown>;
      asked.push(sent);
      return { ok: true, status: 200, json: async () => answer((sent["position"] ?? { houses: {} }) as Record<string, unknown>) };
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function begun(): Promise<Composer> {
    const composer = new Composer("x");
    await composer.begin({ deal: { players: 2 } });
    return composer;
  }

  it("is looked at once after several quick changes", async () => {
    const composer = await begun();
    composer.set({ ...composer.position!, houses: { p: 1 } });
    composer.set({ ...composer.position!, houses: { p: 2 } });
    await vi.runAllTimersAsync();
    expect(asked.length).toBe(2);
    expect([composer.playable, composer.position!["houses"]]).toEqual([true, { p: 2 }]);
  });
  it("is drawn with what was set before the server has said anything", async () => {
    const composer = await begun();
    composer.set({ ...composer.position!, houses: { p: 1 } });
    expect(composer.view).toEqual({ houses: { p: 1 }, deck: 3 });
  });
  it("goes back and forth", async () => {
    const composer = await begun();
    const first = composer.position;
    composer.set({ ...first!, houses: { p: 1 } });
    composer.set({ ...first!, houses: { p: 2 } });
    composer.undo();
    expect(composer.position!["houses"]).toEqual({ p: 1 });
    composer.undo();
    expect([composer.position, composer.canUndo]).toEqual([first, false]);
    composer.redo();
    composer.redo();
    expect([composer.position!["houses"], composer.canRedo]).toEqual([{ p: 2 }, false]);
    composer.undo();
    composer.set({ ...first!, houses: { q: 1 } });
    expect(composer.canRedo).toBe(false);
  });
  it("that can't be played says why, and shows how it was", async () => {
    const composer = await begun();
    composer.set({ ...composer.position!, hands: "wrong" });
    await vi.runAllTimersAsync();
    expect([composer.playable, composer.faults[0]?.message, composer.position!["hands"]]).toEqual([false, "no", "wrong"]);
    expect(composer.view).toEqual({ houses: {}, deck: 3 });
    composer.undo();
    await vi.runAllTimersAsync();
    expect(composer.playable).toBe(true);
  });
});
