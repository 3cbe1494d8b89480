// Where a piece that can't be laid comes nearest to it.

import { squareAt, cellOf } from "./shapes";
import type { Board, View } from "./types";

/** The squares, none of them covered, with the most yurts on their land; of several those with the most of a seat's beyond anybody else's. */
export function nearestPlace(board: Board, view: Pick<View, "yurts" | "pieces" | "seat">, piece: string): string[] | null {
  const region = new Map(board.squares.map((one) => [one.square, one.region]));
  const { forms, rivers } = board.pieces.find((one) => one.piece === piece)!;
  const covered = new Set(view.pieces.flatMap((one) => one.squares));
  let best: string[] | null = null;
  let most = -Infinity;
  for (const [row, column] of [...region.keys()].map(cellOf)) {
    for (const form of forms) {
      const squares = form.map(([down, right]) => squareAt(row + down, column + right));
      const crossed = squares.filter((one) => region.get(one) === "river").length;
      if (!rivers.includes(crossed) || !squares.every((one) => region.has(one) && !covered.has(one))) continue;
      const worth = worthOf(squares, view);
      if (worth > most) [best, most] = [squares, worth];
    }
  }
  return best;
}

/** Yurts count most, then how far one's own are ahead of the others'. */
function worthOf(squares: readonly string[], { yurts, seat }: Pick<View, "yurts" | "seat">): number {
  const owners = squares.flatMap((one) => yurts[one] ?? []);
  const count = (who: number): number => owners.filter((owner) => owner === who).length;
  const others = Math.max(0, ...owners.filter((owner) => owner !== "neutral" && owner !== seat).map((owner) => count(Number(owner))));
  return owners.length * 10 + count(seat ?? 0) - others + (count(seat ?? 0) > 0 ? 5 : 0);
}
