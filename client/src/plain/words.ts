// The names of a game's things in its own words where it has some, and as its rules write them where it has none.

import type { Names } from "../games/game";
import { has, listed, t } from "../words/index.svelte";

export type Fields = Record<string, unknown>;

/** Several things by their names: a list, or an object with a thing under each name. */
export const isFields = (value: unknown): value is Fields => value !== null && typeof value === "object" && !Array.isArray(value);
export const isFlat = (value: unknown): boolean => value === null || typeof value !== "object";

/** A name of the rules as people read it: "turn_ended" is "turn ended". */
export const readable = (name: string): string => name.replaceAll("_", " ");

/** The same at the beginning of a line. */
export const heading = (name: string): string => readable(name).replace(/^\p{L}/u, (letter) => letter.toUpperCase());

/** What one of some things is called: one of the "squares" is a "square". */
export const singular = (name: string): string =>
  name.replace(/ies$/, "y").replace(/(ch|sh|x|ss)es$/, "$1").replace(/([^s])s$/, "$1");

/** Whether a number of that name is a seat. */
export const isSeat = (name: string): boolean => ["seat", "owner", "winner", "to_act"].includes(singular(name));

/** The words of a key; null if there are none, or they speak of something else than what is known. */
export function say(key: string, said: Fields = {}, names?: Names): string | null {
  try {
    return has(key) ? t(key, said, names) : null;
  } catch {
    return null;
  }
}

/** The words of a key, or a heading made of its last part. */
export const worded = (key: string): string => say(key) ?? heading(key.split(".").at(-1)!);

/** The things on the table that something may speak of: square 3 is "square:3". */
export function thingsIn(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => thingsIn(singular(name), one));
  if (isFields(value)) return Object.entries(value).flatMap(([key, one]) => thingsIn(key, one));
  return value === null ? [] : [`${name}:${value}`, String(value)];
}

/** A value in a sentence. */
export function inWords(name: string, value: unknown, names: Names): string {
  if (Array.isArray(value)) return listed(value.map((one) => inWords(singular(name), one, names)));
  if (isFields(value)) return Object.entries(value).map(([key, one]) => `${readable(key)} ${inWords(key, one, names)}`).join(", ");
  if (typeof value === "boolean") return t(value ? "ui.yes" : "ui.no");
  if (value === null) return "–";
  return typeof value === "number" && isSeat(name) ? names(value) : readable(String(value));
}

/** Something that happened or scored: by the words of its key, or told from what the rules say of it, with a stop. */
export function sentence(key: string, said: Fields, names: Names, stop = ""): string {
  const told = Object.entries(said).filter(([, value]) => value !== null);
  const words = say(key, said, names);
  if (words !== null) return words;
  const about = told.filter(([name]) => name !== "seat").map(([name, value]) => `${readable(name)} ${inWords(name, value, names)}`);
  const what = [worded(key), ...about].join(" · ");
  return typeof said["seat"] === "number" ? `${names(said["seat"])}: ${what}${stop}` : what + stop;
}
