// What the parts of a position, and what stands in them, are called.

import { has, named, t } from "../words/index.svelte";
import { SEAT_SHAPES } from "../games/game";
import type { What } from "./position";

const readable = (name: string): string => name.replaceAll("_", " ").replaceAll(".", " ");
const heading = (name: string): string => readable(name).replace(/^\p{L}/u, (letter) => letter.toUpperCase());

/** A part by the game's own words for it, or by those that games share. */
export function partName(game: string, key: string): string {
  const own = `${game}.compose.${key}`;
  if (has(own)) return t(own);
  return has(`compose.part.${key}`) ? t(`compose.part.${key}`) : heading(key);
}

/** Something that can stand in a part, which is one of the things that a game has words for. */
export function thingName(game: string, key: string, of: string, name: string): string {
  const own = `${game}.compose.${key}.${name.replaceAll(" ", "_")}`;
  if (has(own)) return t(own);
  if (of === "seat") return seatName(Number(name));
  return of ? named(game, of, name) : readable(name);
}

export const seatName = (seat: number): string => t("table.seat", { number: seat });
export const seatSign = (seat: number): string => SEAT_SHAPES[seat - 1] ?? String(seat);

/** What is put on the board, in words. */
export function whatName(game: string, key: string, of: string, what: What): string {
  if (typeof what === "number") return seatName(what);
  return what === null ? partName(game, key) : thingName(game, key, of, what);
}
