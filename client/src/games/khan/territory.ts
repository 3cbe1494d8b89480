// Pieces that hang together.

import { groupsOf } from "./shapes";
import type { Piece } from "./types";

/** The squares of the territory of a seat that a square is part of, those that were laid first in front. */
export function territoryOf(seat: number, square: string, pieces: readonly Piece[]): string[] {
  const own = pieces.filter(({ owners }) => owners.includes(seat)).flatMap((one) => one.squares);
  const territory = new Set(groupsOf(own).find((group) => group.includes(square)));
  return own.filter((one) => territory.has(one));
}
