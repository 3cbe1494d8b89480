// What a game brings to the page: a component for its table and its manners; everything else is shared.

import type { Component } from "svelte";
import type { Json, Manners, TableState } from "../table.svelte";
import type { Names } from "../words/tell";

export interface Told {
  key: string;
  arguments: Json;
}

export type { Names };

export interface GameClient extends Manners {
  /** Board, hands, supplies: all that belongs to the game. */
  Table: Component<{ table: TableState }>;
  /** What the seat to act is asked to do: the key of a sentence with its arguments. */
  asks(view: Json): { key: string; args?: Record<string, unknown> };
  /** An action in words, for a button. */
  label(view: Json, action: string, names: Names): string;
  /** Something that happened, in words. */
  tell(event: Told, names: Names): string;
  /** What happened with one action, in sentences; without it, a sentence for each event. */
  story?(events: readonly Told[], names: Names): string[];
  /** The things on the table that a line of the log speaks of. */
  touched(event: Told): string[];
  /** The things on the table that an item of the score breakdown speaks of. */
  scored(item: Json): string[];
  /** An item of the score breakdown in words. */
  item(item: Json): string;
  /** The actions that are always offered as buttons, such as "end the turn", in their order. */
  buttons(view: Json, actions: readonly string[]): string[];
  /** Whether the few actions that go with what is picked are listed as buttons too; they are, unless the board shows them. */
  listsChoices?: boolean;
  /** Whether the table itself asks for "yes, do it"; else the status line does. */
  asksItself?: boolean;
}

/** The colour of a seat everywhere: a class for the colour, and a shape beside it. */
export const SEAT_SHAPES = ["●", "■", "▲", "◆", "★", "⬢", "✚", "⬟"] as const;
