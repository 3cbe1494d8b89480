// Puzzles: which one wants, what is said of one in the reader's language, and the way to its table.

import { postOnce, type Schemas } from "./api/client";
import { stored } from "./local_store.svelte";
import { has, language, t } from "./words/index.svelte";

export type Puzzle = Schemas["PuzzleView"];
/** Of which theme and level somebody wants puzzles; null is any. */
export interface Kind {
  theme: string | null;
  level: number | null;
}
export const ANY: Kind = { theme: null, level: null };

/** [game] the kind of puzzles one has chosen on this device. */
export const kinds = stored<Record<string, Kind>>("puzzles", {});

/** The puzzles of a day that were solved on this device, be it after the first try, of which alone the server tells. */
const found = stored<{ day: string; puzzles: readonly string[] }>("puzzles_found", { day: "", puzzles: [] });

/** Remember that the puzzle of a day was solved. */
export function noteFound(day: string, puzzle: string): void {
  const before = found.value.day === day ? found.value.puzzles : [];
  if (!before.includes(puzzle)) found.value = { day, puzzles: [...before, puzzle] };
}

/** Whether the puzzle of the day was solved, at the first try or later. */
export function isFound({ day, puzzle, right }: Schemas["Daily"]): boolean {
  return right === true || (found.value.day === day && found.value.puzzles.includes(puzzle));
}

/** With how many digits a team's points are told. */
const DIGITS = 1;

/** Which day it is where one is. */
export function today(now = new Date()): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${now.getFullYear()}-${month}-${day}`;
}

/** Sit down to a puzzle: that of the day, one by its name, or the next one of a kind; the address of its table. */
export async function begin(game: string, wanted: Kind | { puzzle: string } | { daily: true }): Promise<string> {
  const made = await postOnce<Schemas["PuzzleBegun"]>(`/api/puzzles/${game}`, { day: today(), ...wanted });
  return `/table/${made.table}`;
}

/** A rating, or how far it moved, as people read it. */
export function formatRating(rating: number, signDisplay: "auto" | "exceptZero" = "auto"): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 0, useGrouping: false, signDisplay }).format(rating);
}

/** What a theme is called; as it is if nobody named it. */
export function themeName(game: string, theme: string): string {
  const key = keyOf(game, theme, "");
  return key === null ? theme.replaceAll("_", " ") : t(key);
}

/** What a level is called. */
export const levelName = (level: number): string => t(`puzzle_level.${level}`);

/** What is asked, or said when it was found or was not. */
export function said(game: string, puzzle: Puzzle, part: "ask" | "right" | "wrong"): string {
  const [best = 0, next = 0] = puzzle.worth;
  const place = puzzle.about?.match(/\d+/g)?.at(-1) ?? "";
  return t(keyOf(game, puzzle.theme, `.${part}`) ?? `puzzle.any.${part}`, { best: rounded(best), next: rounded(next), place });
}

/** The key of what is said of a theme: the game's own, or that of all games. */
function keyOf(game: string, theme: string, part: string): string | null {
  return [`${game}.puzzle.${theme}${part}`, `puzzle.${theme}${part}`].find(has) ?? null;
}

/** Chances with all their digits, for they are told as a percentage; points with few. */
function rounded(worth: number): number {
  return Math.abs(worth) <= 1 ? worth : Number(worth.toFixed(DIGITS));
}
