// Where the result of laying a piece is written: beside the piece, on the board.

import { type Cell, SIDE } from "./shapes";

export const HEIGHT = 24;
const GAP = 6;
/** Where every drawing of the board ends, on the right and below. */
export const END = 522;

/** The upper left corner: above the piece, or below it where there is no room above, or more rulers stand there than below. */
export function placeResult(piece: readonly Cell[], rulers: readonly Cell[], [width, height]: readonly [number, number], left: number): [number, number] {
  const rows = piece.map(([row]) => row);
  const columns = piece.map(([, column]) => column);
  const middle = ((Math.min(...columns) + Math.max(...columns) + 1) / 2) * SIDE;
  const x = Math.max(left, Math.min(END - width, middle - width / 2));
  const hides = (y: number): number =>
    rulers.filter(([row, column]) => x < (column + 1) * SIDE && x + width > column * SIDE && y < (row + 1) * SIDE && y + height > row * SIDE).length;
  const above = Math.min(...rows) * SIDE - GAP - height;
  const below = (Math.max(...rows) + 1) * SIDE + GAP;
  const places = [above, below].filter((y) => y >= 0 && y + height <= END);
  return [x, places.reduce((one, other) => (hides(other) < hides(one) ? other : one), places[0] ?? Math.max(0, above))];
}
