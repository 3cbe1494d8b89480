// Where a ruler is likely to flee if he is driven out.

import type { Board, View } from "./types";

/** [square] how likely a ruler goes there, by the cards that one has not seen; empty if he goes home. */
export function chancesOf(
  cards: Board["cards"],
  view: Pick<View, "discards" | "hands">,
  flight: Readonly<Record<string, string | null>> = {},
): Map<string, number> {
  const seen = new Set<string>([...view.discards, ...view.hands.flatMap((hand) => hand.cards ?? [])]);
  const unseen = cards.filter(({ card }) => !seen.has(card));
  const found = new Map<string, number>();
  for (const { direction } of unseen) {
    const square = flight[direction];
    if (square) found.set(square, (found.get(square) ?? 0) + 1 / unseen.length);
  }
  return found;
}
