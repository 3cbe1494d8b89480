import { describe, expect, it } from "vitest";
import khan from "../src/games/khan";
import { attempt } from "../src/games/khan/attempt";
import { chancesOf } from "../src/games/khan/flight";
import { busyIn, LAND, SCENES } from "../src/games/khan/scenes";
import { story } from "../src/games/khan/tell";
import type { Told } from "../src/api/client";
import type { Board, Khan, View } from "../src/games/khan/types";
import { CLOTHS, ownerOf } from "../src/games/khan/cloth";
import { flights } from "../src/games/khan/flights";
import { HEADS } from "../src/games/khan/heads";
import { firstSquares } from "../src/games/khan/names";
import { next } from "../src/games/khan/next";
import { nearestPlace } from "../src/games/khan/nearest";
import { END, placeResult } from "../src/games/khan/result";
import { shadedSquares } from "../src/games/khan/shade";
import { territoryOf } from "../src/games/khan/territory";
import { between, cellOf, flipped, groupsOf, isSquare, keyOf, squareAt, turned } from "../src/games/khan/shapes";

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

describe("squares", () => {
  it("are named by the letter of their column and the number of their row", () => {
    expect(cellOf("C7")).toEqual([6, 2]);
    expect(squareAt(12, 12)).toBe("M13");
    expect(["C7", "M13", "home", "I-3", "conquer"].filter(isSquare)).toEqual(["C7", "M13"]);
  });
  it("off the board have no name of a square", () => {
    expect([squareAt(0, 13), squareAt(0, -1), squareAt(-1, 3)].filter((name) => LAND.some(({ square }) => square === name))).toEqual([]);
  });
  it("lie between others on a straight way", () => {
    expect(between("C7", "C4")).toEqual(["C6", "C5"]);
    expect(between("C7", "E9")).toEqual(["D8"]);
    expect(between("C7", "D7")).toEqual([]);
  });
  it("at the edge carry the names of columns and rows", () => {
    const { rows, columns } = firstSquares(LAND.map(({ square }) => square));
    expect([rows[0], rows[2], rows[12]]).toEqual([2, 0, 2]);
    expect([columns[0], columns[1], columns[12]]).toEqual([2, 1, 2]);
  });
});

describe("cloth", () => {
  it("is woven otherwise for every seat", () => expect(new Set(CLOTHS).size).toBe(4));
  it("of a shared piece is its owners' by turns", () => {
    expect([0, 1, 2, 3].map((place) => ownerOf([2, 4], place))).toEqual([2, 4, 2, 4]);
  });
});

it("every ruler has a head of his own", () => expect(new Set(Object.values(HEADS)).size).toBe(8));

describe("the shade", () => {
  const shown = { phase: "actions", rulers: { song: "B2", delhi: "home" } } as unknown as View;
  const shade = (more: object): string[] =>
    shadedSquares(["A1", "B2", "C3"], { fits: new Set(), picked: [], actions: [{}], shown, ...more } as unknown as Parameters<typeof shadedSquares>[1]);

  it("lies nowhere while nothing is picked", () => expect(shade({ fits: new Set(["square:A1"]) })).toEqual([]));
  it("lies on what does not go with what is picked", () => {
    expect(shade({ picked: ["card:sand"], fits: new Set(["square:A1"]) })).toEqual(["B2", "C3"]);
  });
  it("spares what is picked, and a ruler's square", () => {
    expect(shade({ picked: ["square:C3"], fits: new Set(["ruler:song"]) })).toEqual(["A1"]);
  });
  it("lies nowhere if nothing on the board is to be chosen", () => expect(shade({ picked: ["special:gods"] })).toEqual([]));
  it("lies from the first where there are only squares to choose", () => {
    expect(shade({ shown: { ...shown, phase: "yurts" }, fits: new Set(["square:A1"]) })).toEqual(["B2", "C3"]);
  });
});

describe("a piece that fits nowhere", () => {
  const forms: [number, number][][] = [[[0, 0], [0, 1]], [[0, 0], [1, 0]]];
  const board = { squares: LAND, pieces: [{ piece: "domino", forms, rivers: [0] }] } as unknown as Board;
  const nearest = (yurts: object, pieces: object[] = []): string[] | null => nearestPlace(board, { yurts, pieces, seat: 1 } as View, "domino");

  it("comes nearest where most yurts stand together", () => expect(nearest({ A5: 1, D6: 2, D7: "neutral" })).toEqual(["D6", "D7"]));
  it("of several places where one's own are", () => {
    expect(nearest({ A5: 2, A6: 2, C9: 2, C8: 1, C7: 2 })!.includes("C8")).toBe(true);
  });
  it("never on what is covered", () => {
    const there = nearest({ D6: 1, D7: 1, A8: 2 }, [{ squares: ["D6", "D7"] }])!;
    expect(there.includes("A8")).toBe(true);
  });
  it("and nowhere if all is covered", () => expect(nearest({}, [{ squares: LAND.map(({ square }) => square) }])).toBe(null));
});

describe("what moves", () => {
  const moved = (key: string, told: object, seat: number | null = 1): unknown =>
    flights({ entry: { events: [{ key, arguments: told }] }, after: { seat } } as unknown as Parameters<typeof flights>[0]);

  it("is a ruler square by square, and a yurt of his court", () => {
    expect(moved("fled", { ruler: "song", origin: "C7", square: "C4", direction: "north" })).toEqual([
      { from: "ruler:song", to: "ruler:song", over: ["square:C6", "square:C5"] },
      { from: "court:song", to: "yurt:C7" },
    ]);
  });
  it("is a piece from the tray", () => {
    expect(moved("conquered", { piece: "I-3", squares: ["C7", "C8", "C9"] })).toEqual([{ from: "piece:I-3", to: "laid:C7 C8 C9" }]);
  });
  it("is a card, one's own from the hand", () => {
    const invaded = { seat: 1, square: "C7", symbol: "stone", card: "song stone" };
    const yurt = { from: "player:1", to: "yurt:C7" };
    expect(moved("invaded", invaded)).toEqual([{ from: "card:stone", to: "discards", shows: "card:stone" }, yurt]);
    expect(moved("invaded", invaded, 2)).toEqual([{ from: "cards:1", to: "discards", shows: "cards:1" }, yurt]);
  });
});

describe("what comes next", () => {
  const action = (action: string, ...touches: string[]): { action: string; touches: string[] } => ({ action, touches });
  const what = (picked: string[], ...left: { action: string; touches: string[] }[]): unknown => next(picked, left)?.args?.what ?? null;
  const invasions = [action("invade C7 with stone", "invade", "card:stone", "square:C7"), action("invade C6 with stone", "invade", "card:stone", "square:C6")];

  it("follows what is picked", () => {
    expect(what([], ...invasions)).toBe(null);
    expect(what(["card:stone"], ...invasions)).toBe("card");
    expect(what(["invade"], ...invasions)).toBe("invade");
    expect(what(["invade", "card:stone"], ...invasions)).toBe("card");
    expect(what(["drive"], action("drive song", "drive", "ruler:song"))).toBe("drive");
    expect(what(["special:gods"], action("gods tundra", "special:gods", "region:tundra"))).toBe("gods");
  });
  it("asks for nothing where nothing more can be picked", () => expect(what(["special:gods"], action("gods", "special:gods"))).toBe(null));
  it("of squares is a piece, or a card", () => {
    const laid = ["C7 C8", "C7 D7"].map((squares) => action(`conquer domino ${squares}`, "piece:domino"));
    expect(what(["square:C7"], ...laid)).toBe("yurts");
    expect(what(["square:C7"], ...invasions)).toBe("square");
  });
});

describe("the score", () => {
  const laid = (squares: string[], ...owners: number[]): object => ({ piece: "domino", squares, owners });
  const view = { pieces: [laid(["C7", "C8"], 1), laid(["D8", "D9"], 1, 2), laid(["H1", "H2"], 1)] } as unknown as View;

  it("has pieces of one territory together", () => {
    expect(territoryOf(1, "D8", view.pieces)).toEqual(["C7", "C8", "D8", "D9"]);
    expect(territoryOf(2, "D8", view.pieces)).toEqual(["D8", "D9"]);
    expect(territoryOf(1, "H1", view.pieces)).toEqual(["H1", "H2"]);
  });
  it("has what territories bring by itself", () => expect(khan.part!({ kind: "territory" } as never, view)).toBe(null));
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

describe("what a piece would bring is written", () => {
  const result = (piece: string[], rulers: string[] = [], size: [number, number] = [120, 36]) => placeResult(piece.map(cellOf), rulers.map(cellOf), size, -2);

  it("above it, wholly on the board", () => {
    expect(result(["F6", "F7"])).toEqual([160, 158]);
    expect(result(["M5", "M6"])[0]).toBe(END - 120);
    expect(result(["A5", "A6"])[0]).toBe(-2);
  });
  it("below it where there is no room above, or a ruler stands", () => {
    expect(result(["F1", "F2"])[1]).toBe(86);
    expect(result(["F6", "F7"], ["G5"])[1]).toBe(286);
    expect(result(["F6", "F7"], ["G5", "F8"])[1]).toBe(158);
    expect(result(["F12", "F13"], ["F11"])[1]).toBe(398);
  });
});

it("an invasion that is refused for its card says which cards would do", () => {
  const board = { squares: [{ square: "C7", symbols: ["stone", "river", "khan"] }] } as unknown as Board;
  const need = (action: string, refusal: string) => khan.need!({} as View, action, refusal, board);
  expect(need("invade C7 with tundra", "no_such_card")).not.toBe(null);
  expect(need("invade C7 with neighbours", "not_at_edge")).not.toBe(null);
  expect(need("invade C7 with stone", "square_taken")).toBe(null);
  expect(need("conquer domino C7 C8", "no_such_card")).toBe(null);
});

it("of a decision that is told in one line, what follows by itself is left out", () => {
  const events = (...keys: string[]) => keys.map((key) => ({ key, arguments: {} })) as unknown as Told<Khan>[];
  const told = (...keys: string[]) => khan.decided!(events(...keys)).map(({ key }) => key);
  expect(told("invaded", "refilled", "turn", "card", "fled")).toEqual(["invaded"]);
  expect(told("driven_out", "card", "fled", "turn", "card", "fled")).toEqual(["driven_out", "card", "fled"]);
  expect(told("turn", "card")).toEqual(["turn", "card"]);
});
