// Which squares lie in the shade while others are to be chosen.

import type { GameTable } from "../../table.svelte";
import { isSquare } from "./shapes";
import type { Khan } from "./types";

/** The squares that do not go with what is picked; none as long as nothing on the board is to be chosen. */
export function shadedSquares(squares: readonly string[], table: Pick<GameTable<Khan>, "fits" | "picked" | "actions" | "shown">): string[] {
  const { fits, picked, actions, shown } = table;
  const onlySquares = actions.length > 0 && shown?.phase === "yurts";
  if (picked.length === 0 && !onlySquares) return [];
  const places = Object.entries(shown?.rulers ?? {}).filter(([, square]) => isSquare(square));
  const rulerOn = new Map(places.map(([ruler, square]) => [square, `ruler:${ruler}`]));
  const lit = (square: string): boolean => [`square:${square}`, rulerOn.get(square) ?? ""].some((id) => fits.has(id) || picked.includes(id));
  return squares.some(lit) ? squares.filter((square) => !lit(square)) : [];
}
