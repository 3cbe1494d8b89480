// What the parts of a position, and what stands in them, are called.

import { has, named, t } from "../words/index.svelte";
import { SEAT_SHAPES } from "../games/game";
import { isFields, singular } from "../plain/words";
import type { What } from "./position";

const readable = (name: string): string => name.replaceAll("_", " ").replaceAll(".", " ");
const heading = (name: string): string => readable(name).replace(/^\p{L}/u, (letter) => letter.toUpperCase());

/** A part by the game's own words for it, or by those that games share. */
export function partName(game: string, key: string): string {
  const own = `${game}.compose.${key}`;
  if (has(own)) return t(own);
  return has(`compose.part.${key}`) ? t(`compose.part.${key}`) : heading(key);
}

/** Something that can stand in a part, which is one of the things that a game, or its board, has words for. */
export function thingName(game: string, key: string, of: string, name: string, board: unknown = null): string {
  const own = `${game}.compose.${key}.${name.replaceAll(" ", "_")}`;
  if (has(own)) return t(own);
  if (of === "seat") return seatName(Number(name));
  if (!of) return readable(name);
  const called = named(game, of, name);
  return called === name ? named(game, of, nameOnBoard(board, of, name)) : called;
}

/** What a board calls one of its places, such as a province of a map; the id itself where it has no other name. */
function nameOnBoard(board: unknown, of: string, id: string): string {
  for (const [list, places] of Object.entries(board ?? {})) {
    if (singular(list) !== of || !Array.isArray(places)) continue;
    const place = (places as unknown[]).find((one) => isFields(one) && one["id"] === id);
    if (isFields(place) && typeof place["name"] === "string") return place["name"];
  }
  return id;
}

export const seatName = (seat: number): string => t("table.seat", { number: seat });
export const seatSign = (seat: number): string => SEAT_SHAPES[seat - 1] ?? String(seat);

/** What is put on the board, in words. */
export function whatName(game: string, key: string, of: string, what: What, board: unknown = null): string {
  if (typeof what === "number") return seatName(what);
  return what === null ? partName(game, key) : thingName(game, key, of, what, board);
}
