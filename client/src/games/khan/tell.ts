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
  cards: (cards: string[] | number) => (Array.isArray(cards) ? listed(cards.map(cardName)) : cards),
  rulers: (rulers: string[]) => listed(rulers.map(realmName)),
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

/**
 * What happened with one action. Of a flight in the direction of its card the direction is said once; many directions that lead nowhere
 * are only listed; who sees the cards drawn need not be told how many they are.
 */
export function story(events: readonly Told[], names: Names): string[] {
  const groups = attempts(events);
  return groups.flatMap((group, place) => {
    const [before, next] = [groups[place - 1]?.[0]?.key, groups[place + 1]?.[0]?.key];
    const { key } = group[0]!;
    if (key === "refilled" && next === "drew") return [];
    if (group.length > MOST_EXPLAINED) return [closed(group)];
    return group.map((event) => said(event, key === "fled" && before === "card" ? "fled_so" : key, names));
  });
}

/** The events one by one, but the directions that a ruler tries in one flight together. */
function attempts(events: readonly Told[]): Told[][] {
  const groups: Told[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (event.key === "tried" && last?.[0]?.key === "tried") last.push(event);
    else groups.push([event]);
  }
  return groups;
}

function closed(tried: readonly Told[]): string {
  return t("khan.log.tried_many", { directions: listed(tried.map((one) => directionName(one.arguments.direction))) });
}
