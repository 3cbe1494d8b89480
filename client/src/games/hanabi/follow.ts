// Following the cards: a hand closes up when a card leaves it, so a position is no name for a card. Everybody sees which
// position a card leaves from and that the new one comes last; so each card is named by its seat and by how many the
// seat had been dealt before it. The name says nothing of what the card is.

import type { PlyLog, Told } from "../../api/client";
import type { Hanabi, View } from "./types";

/** The names of the cards that a line of the log speaks of, found while following. */
const spoken = new WeakMap<object, string[]>();
export const spokenOf = (event: Told<Hanabi>): string[] => spoken.get(event) ?? [];

/** The names of all cards in all hands, in the order of the hands. */
export function follow(log: readonly PlyLog<Hanabi>[], until: number, view: View): string[][] {
  const seats = view.hands.length;
  const dealt = seats <= 3 ? 5 : 4;
  const counts = Array.from({ length: seats }, () => dealt);
  const hands = counts.map((_, seat) => Array.from({ length: dealt }, (_, card) => `${seat + 1}.${card}`));
  for (const { ply, events } of log) {
    if (ply > until) break;
    for (const event of events) {
      const { key, arguments: told } = event;
      if (key === "played" || key === "failed" || key === "discarded") {
        const hand = hands[told.seat - 1]!;
        spoken.set(event, hand.splice(told.position - 1, 1));
      } else if (key === "drew") {
        hands[told.seat - 1]!.push(`${told.seat}.${counts[told.seat - 1]!++}`);
      } else if (key === "hinted") {
        spoken.set(event, told.positions.map((position) => hands[told.to - 1]![position - 1]!));
      }
    }
  }
  return view.hands.map((held, seat) => held.map((_, place) => hands[seat]![place] ?? `${seat + 1}.x${place}`));
}
