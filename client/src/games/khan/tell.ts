// The lines of the log.

import type { Told } from "..";
import type { Json } from "../../table.svelte";
import { has, listed, named, t } from "../../words/index.svelte";
import { cardName, pieceName, realmName, symbolName } from "./names";

/** What barred a direction: "yurt on 4,7" or "the board ends". */
function barred(words: string): string {
  const [what, square] = words.split(" on ");
  return t(`khan.barred.${what === "the board ends" ? "edge" : what}`, { square: square ?? "" });
}

const TELLERS: Record<string, (value: Json, names: (seat: number) => string) => unknown> = {
  seat: (seat, names) => names(seat),
  owners: (seats: number[], names) => listed(seats.map(names)),
  winners: (seats: number[], names) => listed(seats.map(names)),
  ruler: realmName,
  symbol: symbolName,
  region: symbolName,
  piece: pieceName,
  card: cardName,
  cards: (cards: string[]) => listed(cards.map(cardName)),
  direction: (direction) => named("khan", "direction", direction),
  squares: (squares: string[]) => (squares.every((one) => /^\d+,\d+$/.test(one)) ? squares.join(" ") : listed(squares.map(barred))),
  sizes: (sizes: number[]) => sizes.join(", "),
};

export function tell(event: Told, names: (seat: number) => string): string {
  const told = Object.entries(event.arguments as Json).map(([key, value]) => [key, TELLERS[key] ? TELLERS[key](value, names) : value]);
  const key = `khan.log.${event.key}`;
  return has(key) ? t(key, Object.fromEntries(told)) : event.key;
}
