// Positions for pictures: the cover, and what the rules explain.

import { rows } from "../../../../src/lantern/games/khan/data/board.json";
import { squareAt } from "./shapes";
import type { Gain, Piece, Square, Yurts } from "./types";

const LANDS: Record<string, Square["region"]> = {
  M: "mountains", G: "glaciers", T: "tundra", S: "stone", D: "sand", F: "forest", "~": "river",
};

export interface Scene {
  /** The part of the board that is seen: the column and row of its corner, and how wide and high it is. */
  part: readonly [column: number, row: number, wide: number, high: number];
  yurts?: Yurts;
  pieces?: readonly Piece[];
  /** [ruler] his square. */
  rulers?: Readonly<Record<string, string>>;
  /** A piece that is about to be laid, and what it brings. */
  ghost?: { squares: readonly string[]; gain: Gain };
  /** From where to where a ruler fled. */
  fled?: readonly [start: string, end: string];
  /** The last squares of ways that were closed to him. */
  closed?: readonly string[];
  /** Cards in a hand over the board. */
  hand?: readonly { symbol: string; ruler: string }[];
  /** [square] the special card that protects a yurt. */
  guards?: Readonly<Record<string, string>>;
}

/** Land at the edge beyond which there is nothing. */
const IMPASSABLE = "3,12 4,12 5,12 6,12 12,3 12,4 12,5 12,7 12,8 12,9 11,10".split(" ");

/** The squares of the board. */
export const LAND: readonly Square[] = rows.flatMap((letters, row) =>
  [...letters].flatMap((letter, column) => {
    const square = squareAt(row, column);
    const symbols: Square["symbols"] = IMPASSABLE.includes(square) ? [] : ["neighbours"];
    return letter === "." ? [] : [{ square, region: LANDS[letter]!, symbols }];
  }),
);

const on = (squares: string): string[] => squares.split(" ");
const laid = (piece: string, squares: string, ...owners: number[]): Piece => ({ piece, squares: on(squares), owners });
const stand = (owner: number | "neutral", squares: string): Yurts => Object.fromEntries(on(squares).map((square) => [square, owner]));

export const SCENES: Readonly<Record<string, Scene>> = {
  cover: {
    part: [1.6, 2.8, 10, 5],
    pieces: [
      laid("V5", "4,6 5,6 6,6 6,7 6,8", 1),
      laid("domino", "5,7 5,8", 1, 2),
      laid("bridge-3", "6,9 7,9 8,9", 2),
      laid("S4", "5,1 5,2 6,2 6,3", 3),
      laid("bridge-3", "4,3 4,4 4,5", 3),
      laid("V3", "4,10 4,11 5,11", 4),
      laid("T4", "2,4 2,5 2,6 1,5", 4),
      laid("I3", "8,2 8,3 8,4", 1),
    ],
    yurts: {
      ...stand(1, "5,5 7,3 4,8"),
      ...stand(2, "4,9 5,10 8,10 3,6"),
      ...stand(3, "4,2 8,5 3,9"),
      ...stand(4, "6,11 8,8"),
      ...stand("neutral", "3,7 6,10 8,7 6,5"),
    },
    rulers: { seljuk: "6,1", tibetan: "4,7", delhi: "8,11", russian: "3,5" },
    hand: [
      { symbol: "river", ruler: "abbasid" },
      { symbol: "khan", ruler: "song" },
      { symbol: "sand", ruler: "tibetan" },
    ],
  },
  edge: { part: [7.2, 0.8, 6.6, 3.5], yurts: stand(2, "2,12"), rulers: { goryeo: "3,11" } },
  bridges: {
    part: [1.8, 3.4, 7.6, 5.8],
    pieces: [laid("bridge-3", "4,3 4,4 4,5", 1), laid("bridge-4", "5,7 6,7 7,7 8,7", 2), laid("bridge-L", "6,5 7,3 7,4 7,5", 3)],
  },
  flight: {
    part: [2.6, 1.9, 7.6, 5.9],
    pieces: [laid("domino", "5,6 5,7", 1), laid("bridge-4", "4,3 4,4 4,5 4,6", 2)],
    yurts: { ...stand("neutral", "6,5 4,7") },
    rulers: { seljuk: "3,6" },
    fled: ["4,7", "3,6"],
    closed: ["7,4", "4,4"],
  },
  conquest: {
    part: [7.6, 0.9, 5.6, 4.2],
    yurts: { ...stand(1, "3,9 3,10 4,12"), ...stand(2, "4,10"), ...stand("neutral", "3,11") },
    ghost: { squares: on("3,9 3,10 3,11 4,10"), gain: { owners: [1], points: 6 } },
    rulers: { goryeo: "4,9" },
  },
  protection: {
    part: [6.6, 7.6, 5.2, 3.4],
    yurts: { ...stand(1, "8,8 9,8 9,9"), ...stand(2, "9,10 10,8"), ...stand("neutral", "8,9 10,10") },
    guards: { "8,8": "patronage", "9,8": "patronage", "9,9": "patronage", "8,9": "gods", "10,10": "gods" },
  },
  territories: {
    part: [4.2, 3.4, 9, 5.8],
    pieces: [
      laid("L4", "4,6 5,6 6,6 6,7", 1),
      laid("domino", "5,7 5,8", 1, 2),
      laid("bridge-3", "6,8 7,8 8,8", 1),
      laid("P5", "4,9 4,10 5,9 5,10 6,9", 2),
      laid("I3", "8,10 8,11 8,12", 1),
    ],
  },
};

/** The squares where there is no room for a landscape's symbol. */
export function busyIn({ yurts = {}, pieces = [], rulers = {} }: Scene): Set<string> {
  return new Set([...Object.keys(yurts), ...pieces.flatMap((one) => one.squares), ...Object.values(rulers)]);
}
