// Of what something speaks that is wrong with a position, and how people are told it.

import { hasRules } from "../rules";
import { t } from "../words/index.svelte";
import type { Fault } from "./composer.svelte";
import { partName } from "./names";
import type { Part } from "./position";

/** Whether a fault speaks of a part, or of what the part is within. */
export const isAbout = ({ part: key }: Pick<Fault, "part">, part: Pick<Part, "key">): boolean =>
  key !== null && (part.key === key || part.key.startsWith(`${key}.`));

/** The clause of a game's rules that a fault names; null if it names none. */
export const clauseOf = ({ message }: Pick<Fault, "message">, game: string): string | null =>
  new RegExp(`\\b${game.toUpperCase()}-\\d+(\\.\\d+)*`).exec(message)?.[0] ?? null;

/** A fault as a sentence: the part that it begins with is called as its heading is, and clauses that can be read elsewhere are left out. */
export function sentenceOf({ message, part }: Pick<Fault, "message" | "part">, game: string): string {
  const said = hasRules(game) ? message.replace(new RegExp(` \\(${game.toUpperCase()}-[\\d., ]+\\)$`), "") : message;
  if (part === null || !said.startsWith(part)) return said.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const [name, rest] = [partName(game, part), said.slice(part.length)];
  return rest.startsWith(":") ? name + rest : t("compose.quoted", { part: name }) + rest;
}
