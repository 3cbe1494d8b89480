// Of what something speaks that is wrong with a position.

import type { Fault } from "./composer.svelte";
import type { Part } from "./position";

/** Whether a fault speaks of a part, or of what the part is within. */
export const isAbout = ({ part: key }: Pick<Fault, "part">, part: Pick<Part, "key">): boolean =>
  key !== null && (part.key === key || part.key.startsWith(`${key}.`));

/** The clause of a game's rules that a fault names; null if it names none. */
export const clauseOf = ({ message }: Pick<Fault, "message">, game: string): string | null =>
  new RegExp(`\\b${game.toUpperCase()}-\\d+(\\.\\d+)*`).exec(message)?.[0] ?? null;
