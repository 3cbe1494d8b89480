// What moves over the table of Hanabi: cards to the sky, to the discards and into hands, and tokens to what is told of.

import type { Told } from "../../api/client";
import type { Flight } from "../../flights";
import type { Moved } from "../game";
import { suitOf } from "./cards";
import { follow, spokenOf } from "./follow";
import type { Hanabi } from "./types";

export function flights({ entry, before, after, log }: Moved<Hanabi>): Flight[] {
  const names = follow(log, entry.ply, after);

  function flown(event: Told<Hanabi>): Flight[] {
    const { key, arguments: told } = event;
    const cards = spokenOf(event).map((name) => `name:${name}`);
    if (key === "played") {
      const suit = suitOf(told.card);
      return cards.map((card) => ({ from: card, to: `firework:${suit}`, shows: card, brings: `burst:${suit}` }));
    }
    if (key === "failed" || key === "discarded") return cards.map((card) => ({ from: card, to: `discard:${told.card}`, shows: card }));
    if (key === "hinted" || key === "hinted_none") {
      // What a bonus tile gives costs no token; a hint that fits no card goes to who is told.
      if (after.tokens === before.tokens) return [];
      const token = `token:${before.tokens - 1}`;
      return (key === "hinted" ? cards : [`player:${told.to}`]).map((to) => ({ from: token, to, shows: token }));
    }
    if (key === "drew") return [{ from: "deck", to: `name:${names[told.seat - 1]!.at(-1)}` }];
    if (key === "rekindled") return [{ from: `discard:${told.card}`, to: `firework:${suitOf(told.card)}`, shows: `discard:${told.card}` }];
    if (key === "returned") return [{ from: `discard:${told.card}`, to: "deck", shows: `discard:${told.card}` }];
    return [];
  }
  return entry.events.flatMap(flown);
}
