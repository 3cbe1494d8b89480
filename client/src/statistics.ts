// What one has played, counted: by game, by how many played, by whom one played against or with.

import type { TableSummary } from "./api/client";
import type { Unit } from "./format_value";
import { readBot } from "./levels.svelte";

/** A finished match in which one had a seat of one's own. */
export interface Played {
  game: string;
  seats: number;
  /** The best level among the bots there, or null if a person sat at another seat. */
  level: string | null;
  points: number;
  /** Whether one won; null where all play together. */
  won: boolean | null;
  at: number;
}

/** Matches counted together. */
export interface Count {
  seats: number;
  level: string | null;
  played: number;
  won: number;
  mean: number;
  best: number;
}

/** How many matches one point of a curve is made of. */
const WINDOW = 10;

/** The matches that count, the first played first: those that came to their end, with one seat of one's own. */
export function played(tables: readonly TableSummary[], levels: readonly string[]): Played[] {
  return tables.flatMap((table) => one(table, levels)).sort((a, b) => a.at - b.at);
}

function one(table: TableSummary, levels: readonly string[]): Played[] {
  const { result, mine } = table;
  if (table.status !== "over" || !result || mine.length !== 1) return [];
  const seat = mine[0]!;
  const others = table.seats.filter((other) => other.seat !== seat);
  const people = others.some((other) => other.kind !== "bot");
  const known = others.map((other) => readBot(other.bot ?? "").level);
  return [
    {
      game: table.game,
      seats: table.seats.length,
      level: people ? null : known.reduce((best, level) => (levels.indexOf(level) > levels.indexOf(best) ? level : best)),
      points: result.score ?? result.scores[seat - 1]!,
      won: result.winners ? result.winners.includes(seat) : null,
      at: table.updated_at,
    },
  ];
}

/** The same number of seats and the same company, counted together; the most played first. */
export function counts(matches: readonly Played[]): Count[] {
  const groups = new Map<string, Played[]>();
  for (const match of matches) {
    const key = `${match.seats} ${match.level}`;
    groups.set(key, [...(groups.get(key) ?? []), match]);
  }
  return [...groups.values()].map(count).sort((a, b) => b.played - a.played || a.seats - b.seats);
}

/** Matches as one. */
export function count(matches: readonly Played[]): Count {
  const { seats, level } = matches[0]!;
  const points = matches.map((match) => match.points);
  return {
    seats,
    level,
    played: matches.length,
    won: matches.filter((match) => match.won).length,
    mean: mean(points),
    best: Math.max(...points),
  };
}

/** In what a game is measured: won or not among rivals, points in a team. */
export function unitOf(matches: readonly Played[]): Unit {
  return matches.every((match) => match.won === null) ? "points" : "chance";
}

/** How one has played lately, after each match: the share won, or the points, of the last ten. */
export function progress(matches: readonly Played[]): number[][] {
  const worth = unitOf(matches) === "chance" ? (match: Played) => Number(match.won) : (match: Played) => match.points;
  return matches.map((_, last) => [mean(matches.slice(Math.max(0, last + 1 - WINDOW), last + 1).map(worth))]);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
