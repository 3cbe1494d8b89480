import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Told } from "../src/api/client";
import { asks, partOf, story as hanStory } from "../src/games/han/speech";
import type { Han, View as HanView } from "../src/games/han/types";
import khan from "../src/games/khan";
import type { Khan, View as KhanView } from "../src/games/khan/types";
import ming from "../src/games/ming";
import { districtName } from "../src/games/ming/looks";
import { story as mingStory } from "../src/games/ming/speech";
import type { Ming } from "../src/games/ming/types";
import { levelName } from "../src/levels.svelte";
import { loadWords, start } from "../src/words/index.svelte";

const WORDS = import.meta.glob<object>("../../src/lantern/games/*/words/it.json", { eager: true, import: "default" });
const NAMES = import.meta.glob<object>("../../src/lantern/games/*/names.json", { eager: true, import: "default" });
const NONE = { arguments: {}, parts: {}, forms: {}, made: {}, things: {} };
const names = (seat: number): string => ["Ada", "Bo"][seat - 1]!;

/** A page in Italian, where hardly a word is what the rules call the thing. */
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["it"] });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  vi.stubGlobal("fetch", async (path: string) => {
    const folder = `../../src/lantern/games/${path.split("/")[3]}`;
    return Response.json({ words: WORDS[`${folder}/words/it.json`], names: { ...NONE, ...NAMES[`${folder}/names.json`] } });
  });
  await start();
  for (const game of ["han", "khan", "ming"]) await loadWords(game);
  vi.unstubAllGlobals();
});

it("calls a level by its name in the reader's language, and one that has none as the server does", () => {
  expect(levelName("expert")).toBe("Esperto");
  expect(levelName("grandmaster")).toBe("grandmaster");
});

describe("of HAN", () => {
  const scored = (seat: number, of: string, points: number): Told<Han> =>
    ({ key: "province", arguments: { kind: "province", of, places: [of], seat, points, doubled: false, pieces: [] } }) as unknown as Told<Han>;

  it.each([0, 1, 2])("it is asked what one can do after %i pieces", (placed) => {
    expect(asks({ phase: "place", turn: { placed } } as unknown as HanView)).toEqual({ key: `han.ask.place_${placed}` });
  });
  it("points in one place are one line of the score, rows are lines of their own", () => {
    const part = (kind: string): string | null => partOf({ kind, of: "Wei", places: ["Wei"] } as unknown as Han["item"]);
    expect([part("province"), part("ports"), part("row")]).toEqual(["Wei", "Porti", null]);
  });
  it("all who score in one place are told of together, the most points first, and other places apart", () => {
    const told = hanStory([scored(1, "Wei", 4), scored(2, "Wei", 6), scored(1, "Qi", 1)], names);
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/Wei.*6.*Bo.*4.*Ada/);
    expect(told[1]).toMatch(/Qi.*1.*Ada/);
  });
});

describe("of Khan", () => {
  const label = (phase: string, action: string): string => khan.label({ phase } as KhanView, { action, touches: [], gain: null }, names);

  it("a reserved piece is named, and passing ends the turn once a special action was taken", () => {
    expect(label("special", "reserve domino")).toMatch(/domino$/i);
    expect(label("actions", "pass")).not.toBe(label("special", "pass"));
    expect(label("special", "pass")).toBe("Finisci il turno");
  });
  it("what a refused invasion takes is said, with the square", () => {
    const board = { squares: [{ square: "C7", symbols: ["stone", "river", "khan"] }] } as unknown as Khan["board"];
    expect(khan.need!({} as KhanView, "invade C7 with tundra", "no_such_card", board)).toMatch(/C7.*deserto di pietra, fiume, Khan/);
  });
  it("a piece that scores is told with the square where it begins", () => {
    const item = { kind: "piece", piece: "domino", squares: ["4,7", "4,8"], owners: [1], full: 2 } as unknown as Khan["item"];
    expect(khan.item(item)).toMatch(/4,7/);
  });
  it.each([[[1], "domino: A5 A6 (+2)"], [[1, 2], "domino: A5 A6 (+2 a testa, con Bo)"]])("a conquest of %j says who shares it", (owners, said) => {
    const gain = { owners, points: 2 } as Khan["gain"];
    expect(khan.label({ phase: "actions", turn: 1 } as KhanView, { action: "conquer domino A5 A6", touches: [], gain }, names)).toBe(said);
  });
});

describe("of Ming Dynastie", () => {
  const stepped = (district: string, card: string): Told<Ming> => ({ key: "stepped", arguments: { seat: 2, district, card } }) as Told<Ming>;

  it("several steps are one walk of whoever took them", () => {
    const told = mingStory([stepped("W1", "horse"), stepped("W2", "ox"), { key: "stopped", arguments: { seat: 2 } } as Told<Ming>], names);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/Bo.*W1.* → .*W2/);
  });
  it("what a refused step takes is said, with the place", () => {
    const board = { borders: [{ between: ["O2", "W3"], symbol: "horse" }] } as unknown as Ming["board"];
    expect(ming.need!({ to_act: 1, princes: ["O2"] } as never, "step W3 with ox", "wrong_symbol", board)).toMatch(/W3.*cavallo.*dragone/);
  });
  it("a district has its name", () => expect(districtName("W1")).toMatch(/\w+ \(W1\)/));
});
