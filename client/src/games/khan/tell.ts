// The lines of the log.

import type { Names, Told } from "../game";
import type { Json } from "../../table.svelte";
import { has, listed, named, t } from "../../words/index.svelte";
import { cardName, pieceName, realmName, symbolName } from "./names";

/** What bars a way: something on a square, or the edge of the board. */
export interface Barrier {
  by: string;
  square?: string;
}
/** The most directions without refuge for which it is said what was in the way. */
const MOST_EXPLAINED = 2;

const directionName = (direction: string): string => named("khan", "direction", direction);
const barred = (barriers: Barrier[]): string => listed(barriers.map(({ by, square = "" }) => t(`khan.barred.${by}`, { square })));

const TELLERS: Record<string, (value: Json, names: Names) => unknown> = {
  seat: (seat, names) => names(seat),
  owners: (seats: number[], names) => listed(seats.map(names)),
  winners: (seats: number[], names) => listed(seats.map(names)),
  ruler: realmName,
  symbol: symbolName,
  region: symbolName,
  piece: pieceName,
  card: cardName,
  cards: (cards: string[]) => listed(cards.map(cardName)),
  direction: directionName,
  blocked: barred,
  squares: (squares: string[]) => squares.join(" "),
  sizes: (sizes: number[]) => sizes.join(", "),
};

export function tell(event: Told, names: Names): string {
  return said(event, event.key, names);
}

function said(event: Told, key: string, names: Names): string {
  const told = Object.entries(event.arguments as Json).map(([name, value]) => [name, TELLERS[name] ? TELLERS[name](value, names) : value]);
  return has(`khan.log.${key}`) ? t(`khan.log.${key}`, Object.fromEntries(told)) : key;
}

/** What happened with one action. Of a flight in the direction of its card the direction is said once; many that lead nowhere are only counted up. */
export function story(events: readonly Told[], names: Names): string[] {
  const tried = events.filter(({ key }) => key === "tried");
  const brief = tried.length > MOST_EXPLAINED;
  return events.flatMap((event, place) => {
    if (event.key === "tried" && brief) return event === tried[0] ? [closed(tried)] : [];
    const straight = event.key === "fled" && events[place - 1]?.key === "card";
    return [said(event, straight ? "fled_so" : event.key, names)];
  });
}

function closed(tried: readonly Told[]): string {
  return t("khan.log.tried_many", { directions: listed(tried.map((one) => directionName(one.arguments.direction))) });
}
