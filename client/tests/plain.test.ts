import { beforeAll, describe, expect, it, vi } from "vitest";
import { recall, remember } from "../src/plain/offered";
import { frame, layOut } from "../src/plain/places";
import { sentence, singular, thingsIn } from "../src/plain/words";
import { start } from "../src/words/index.svelte";

const none: ReadonlySet<string> = new Set();
const names = (seat: number): string => ["Ada", "Bo"][seat - 1]!;

describe("the places of a board without a drawing", () => {
  it("have on them what a list of the view says along them, and whose it is", () => {
    const layout = layOut({ squares: [1, 2, 3], owners: ["row"] }, { of: [5], row: [null, 2, null], heat: [7, 8, 9], hands: [[1], [2]] }, none);
    expect(layout.map).toEqual([]);
    expect([...layout.laid]).toEqual(["row", "heat"]);
    const [name, places] = layout.rows[0]!;
    expect([name, ...places.map(({ thing }) => thing)]).toEqual(["squares", "square:1", "square:2", "square:3"]);
    expect(places[1]!.marks).toEqual([{ field: "row", value: 2, owned: true }, { field: "heat", value: 8, owned: false }]);
  });
  it("are left out if nobody speaks of them", () => {
    expect(layOut({ colours: ["red", "blue"] }, { deck: 3 }, none).rows).toEqual([]);
    expect(layOut({ colours: ["red", "blue"] }, { deck: 3 }, new Set(["colour:red"])).rows).toHaveLength(1);
    expect(layOut({ colours: ["red", "blue"] }, { left: { red: 4 } }, none).rows).toHaveLength(1);
  });
  it("lie on a map where the board says where, with the ways between them", () => {
    const spaces = [{ id: "a", at: [0, 0] }, { id: "b", name: "Bay", at: [240, 0] }, { id: "c", at: [0, 120] }];
    const { map, ways, rows } = layOut({ spaces, roads: [["a", "b"]], number: 4 }, { houses: { b: 1 } }, none);
    expect(map.map(({ thing, name, at }) => [thing, name, at])).toEqual([["space:a", "a", [0, 0]], ["space:b", "Bay", [240, 0]], ["space:c", "c", [0, 120]]]);
    expect(ways).toEqual([[map[0], map[1]]]);
    expect(rows).toEqual([]);
    expect(frame(map)).toEqual({ box: "-20 -20 280 160", size: 10 });
  });
});

describe("what has no words of its own", () => {
  beforeAll(async () => {
    vi.stubGlobal("navigator", { languages: [] });
    vi.stubGlobal("document", { documentElement: { lang: "" } });
    await start();
    vi.unstubAllGlobals();
  });
  it("is called as the rules call it", () => {
    expect(["squares", "cities", "boxes", "glass", "matches", "row"].map(singular)).toEqual(["square", "city", "box", "glass", "match", "row"]);
    expect(sentence("toy.log.turn_ended", { seat: 1 }, names, ".")).toBe("Ada: Turn ended.");
    expect(sentence("toy.log.drew", { seat: 2, left: 3, card: null }, names)).toBe("Bo: Drew · left 3");
    expect(sentence("toy.item.cards", { winners: [1, 2], of: { a_b: 4 } }, names)).toBe("Cards · winners Ada and Bo · of a b 4");
  });
  it("speaks of the things that bear its names", () => {
    expect(thingsIn("", { square: 3, cards: [1, 2], at: null, pieces: ["space:z3"] })).toEqual(
      expect.arrayContaining(["square:3", "card:1", "card:2", "space:z3"]),
    );
  });
});

it("knows what was meant by a click that leads nowhere any more", () => {
  remember("toy", [{ action: "place 3", touches: ["square:3"] }, { action: "swap 1 2", touches: ["square:1", "square:2"] }]);
  remember("toy", []);
  expect(recall("toy", ["square:3"])).toBe("place 3");
  expect(recall("toy", ["square:2", "square:1"])).toBe("swap 1 2");
  expect(recall("toy", ["square:2"])).toBeNull();
  expect(recall("other", ["square:3"])).toBeNull();
});
