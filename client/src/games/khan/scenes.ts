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
const IMPASSABLE = "M4 M5 M6 M7 D13 E13 F13 H13 I13 J13 K12".split(" ");

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
      laid("V-5", "G5 G6 G7 H7 I7", 1),
      laid("domino", "H6 I6", 1, 2),
      laid("bridge-3", "J7 J8 J9", 2),
      laid("S-4", "B6 C6 C7 D7", 3),
      laid("bridge-3", "D5 E5 F5", 3),
      laid("V-3", "K5 L5 L6", 4),
      laid("T-4", "E3 F3 G3 F2", 4),
      laid("I-3", "C9 D9 E9", 1),
    ],
    yurts: {
      ...stand(1, "F6 D8 I5"),
      ...stand(2, "J5 K6 K9 G4"),
      ...stand(3, "C5 F9 J4"),
      ...stand(4, "L7 I9"),
      ...stand("neutral", "H4 K7 H9 F7"),
    },
    rulers: { seljuk: "B7", tibetan: "H5", delhi: "L9", russian: "F4" },
    hand: [
      { symbol: "river", ruler: "abbasid" },
      { symbol: "khan", ruler: "song" },
      { symbol: "sand", ruler: "tibetan" },
    ],
  },
  edge: { part: [7.2, 0.8, 6.6, 3.5], yurts: stand(2, "M3"), rulers: { goryeo: "L4" } },
  bridges: {
    part: [1.8, 3.4, 7.6, 5.8],
    pieces: [laid("bridge-3", "D5 E5 F5", 1), laid("bridge-4", "H6 H7 H8 H9", 2), laid("bridge-L", "F7 D8 E8 F8", 3)],
  },
  flight: {
    part: [2.6, 1.9, 7.6, 5.9],
    pieces: [laid("domino", "G6 H6", 1), laid("bridge-4", "D5 E5 F5 G5", 2)],
    yurts: { ...stand("neutral", "F7 H5") },
    rulers: { seljuk: "G4" },
    fled: ["H5", "G4"],
    closed: ["E8", "E5"],
  },
  conquest: {
    part: [7.6, 0.9, 5.6, 4.2],
    yurts: { ...stand(1, "J4 K4 M5"), ...stand(2, "K5"), ...stand("neutral", "L4") },
    ghost: { squares: on("J4 K4 L4 K5"), gain: { owners: [1], points: 6 } },
    rulers: { goryeo: "J5" },
  },
  protection: {
    part: [6.6, 7.6, 5.2, 3.4],
    yurts: { ...stand(1, "I9 I10 J10"), ...stand(2, "K10 I11"), ...stand("neutral", "J9 K11") },
    guards: { "I9": "patronage", "I10": "patronage", "J10": "patronage", "J9": "gods", "K11": "gods" },
  },
  territories: {
    part: [4.2, 3.4, 9, 5.8],
    pieces: [
      laid("L-4", "G5 G6 G7 H7", 1),
      laid("domino", "H6 I6", 1, 2),
      laid("bridge-3", "I7 I8 I9", 1),
      laid("P-5", "J5 K5 J6 K6 J7", 2),
      laid("I-3", "K9 L9 M9", 1),
    ],
  },
};

/** The squares where there is no room for a landscape's symbol. */
export function busyIn({ yurts = {}, pieces = [], rulers = {} }: Scene): Set<string> {
  return new Set([...Object.keys(yurts), ...pieces.flatMap((one) => one.squares), ...Object.values(rulers)]);
}
