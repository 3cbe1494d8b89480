// What moves over the table of HAN: pieces from supplies to the map, cards from hand to hand.

import type { Told } from "../../api/client";
import type { Flight } from "../../flights";
import type { Moved } from "../game";
import type { Han } from "./types";

export function flights({ entry, before, after }: Moved<Han>): Flight[] {
  const own = (seat: number): boolean => seat === after.seat;

  function paid(seat: number, cards: readonly string[]): Flight[] {
    return cards.map((card) => ({ from: own(seat) ? `hand:${card}` : `held:${seat}`, to: `heap:${card}` }));
  }

  function flown({ key, arguments: told }: Told<Han>): Flight[] {
    if (key === "house" || key === "fortification" || key === "market_place") {
      return [{ from: `supply:${key}:${told.seat}`, to: `on:${told.space}` }, ...paid(told.seat, told.cards)];
    }
    if (key === "emissary") {
      const to = `emissary:${told.provinces[0]}.${told.seat}`;
      return [{ from: `supply:emissary:${told.seat}`, to }, ...paid(told.seat, told.cards)];
    }
    if (key === "discarded") return paid(told.seat, [told.card]);
    if (key === "took") {
      const from = `open:${before.display.indexOf(told.card)}`;
      return [{ from, to: own(told.seat) ? `hand:${told.card}` : `held:${told.seat}`, shows: from }];
    }
    if (key === "drew" && own(told.seat)) return [{ from: "back", to: `hand:${told.card}` }];
    if (key === "drew_blind" && !own(told.seat)) return [{ from: "back", to: `held:${told.seat}`, shows: "back" }];
    if (key === "scored_province") return [{ from: `name:${told.of}`, to: `counter:${told.seat}` }];
    if (key === "laid_open") return told.cards.map((card) => ({ from: "back", to: `open:${after.display.lastIndexOf(card)}` }));
    return [];
  }
  return entry.events.flatMap(flown);
}
