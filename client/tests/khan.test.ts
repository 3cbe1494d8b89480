import { describe, expect, it } from "vitest";
import khan from "../src/games/khan";
import { attempt } from "../src/games/khan/attempt";
import { chancesOf } from "../src/games/khan/flight";
import { busyIn, LAND, SCENES } from "../src/games/khan/scenes";
import { story } from "../src/games/khan/tell";
import type { Told } from "../src/api/client";
import type { Board, Khan, View } from "../src/games/khan/types";
import { cellOf, flipped, groupsOf, keyOf, turned } from "../src/games/khan/shapes";

type Direction = Board["cards"][number]["direction"];

describe("a piece", () => {
  const L = keyOf(["A1", "A2", "A3", "B3"].map(cellOf));

  it("is itself again after four turns", () => {
    expect(turned(L)).not.toBe(L);
    expect(turned(turned(turned(turned(L))))).toBe(L);
  });
  it("is itself again when flipped twice", () => {
    expect(flipped(L)).not.toBe(L);
    expect(flipped(flipped(L))).toBe(L);
  });
});

it("finds territories that hang together by their sides, the largest first", () => {
  const groups = groupsOf(["A1", "B2", "B3", "F6", "C3"]);
  expect(groups.map((group) => [...group].sort())).toEqual([["B2", "B3", "C3"], ["A1"], ["F6"]]);
});

describe("the chances of a flight", () => {
  const cards = (["north", "north", "east", "south"] as const).map((direction, place) => ({ card: `card ${place}`, direction }));
  const flight = { north: "B2", east: "B2", south: "B4" };

  it("count the cards that nobody has shown", () => {
    const view = { discards: ["card 0"], hands: [{ cards: ["card 2"], held: 1 }, { cards: null, held: 4 }] };
    expect([...chancesOf(cards, view, flight)]).toEqual([["B2", 0.5], ["B4", 0.5]]);
  });
  it("are none for a ruler who would go home", () => {
    expect(chancesOf(cards, { discards: [], hands: [] }, { north: null, east: null, south: null }).size).toBe(0);
  });
});

describe("what somebody seems to want", () => {
  const view = { phase: "actions", scores: [0, 0] } as View;
  const board = {
    squares: [
      { square: "A2", region: "tundra", symbols: ["tundra"] },
      { square: "B2", region: "tundra", symbols: ["tundra", "river"] },
    ],
  } as Board;

  it.each([
    [["square:A2"], "invade A2 with tundra"],
    [["card:river", "square:B2"], "invade B2 with river"],
    [["card:river"], "invade B2 with river"],
    [["anywhere", "square:B2"], "anywhere B2"],
    [["ruler:song"], "drive song"],
    [["piece:domino", "square:A1", "square:B1"], "conquer domino A1 B1"],
    [["special:gods"], "gods"],
  ])("with %j", (picked, action) => expect(attempt(view, picked, board)).toBe(action));
});

describe("the pictures", () => {
  const known = new Set(LAND.map(({ square }) => square));

  it("have the 154 squares of the board", () => expect(known.size).toBe(154));
  it.each(Object.entries(SCENES))("show squares of the board: %s", (_, scene) => {
    expect([...busyIn(scene), ...(scene.ghost?.squares ?? [])].filter((square) => !known.has(square))).toEqual([]);
  });
});

describe("what happened with one action", () => {
  const tried = (direction: Direction): Told<Khan> => ({ key: "tried", arguments: { ruler: "song", direction, blocked: [{ by: "edge" }] } });
  const names = (seat: number): string => `seat ${seat}`;

  it("tells two flights apart, the long one in short", () => {
    const driven: Told<Khan>[] = [tried("north"), tried("northeast"), tried("east"), { key: "turn", arguments: { seat: 2 } }, tried("south")];
    expect(story(driven, names)).toHaveLength(3);
  });
  it("counts the cards drawn only for those who do not see them", () => {
    const refilled: Told<Khan> = { key: "refilled", arguments: { seat: 1, cards: 2 } };
    const drew: Told<Khan> = { key: "drew", arguments: { seat: 1, cards: ["song sand", "delhi khan"] } };
    expect(story([refilled], names)).toHaveLength(1);
    expect(story([refilled, drew], names)).toHaveLength(1);
  });
});

describe("what an event points at on the board", () => {
  const touched = (things: object): string[] => khan.touched({ key: "", arguments: things } as never);

  it("is a ruler, a piece and all squares, and nothing that is not said", () => {
    expect(touched({ ruler: "song", origin: "H5", square: "H6" })).toEqual(["square:H6", "square:H5", "ruler:song"]);
    expect(touched({ piece: "I-3", squares: ["B2", "C2"] })).toEqual(["square:B2", "square:C2", "piece:I-3"]);
    expect(touched({ seat: 1 })).toEqual([]);
  });
});
