// What a game brings to the page: a component for its table and its manners; everything else is shared.

import type { Component } from "svelte";
import type { Action, AnyGame, PlyLog, Told } from "../api/client";
import type { Flight } from "../flights";
import type { GameTable, Manners } from "../table.svelte";
import type { Names } from "../words/tell";

/** Whatever some event of a game says, as far as it says it. */
export type Said<G extends AnyGame> = AnyOf<G["events"][keyof G["events"]]>;
type AnyOf<T> = { [K in KeyOf<T>]?: ValueOf<T, K> };
/** Of arguments that are none, `Record<string, never>`, nothing is known. */
type KeyOf<T> = T extends unknown ? (string extends keyof T ? never : keyof T) : never;
type ValueOf<T, K extends PropertyKey> = T extends unknown ? (string extends keyof T ? never : K extends keyof T ? T[K] : never) : never;

export type { Names };

/** An action, and the table before and after it. */
export interface Moved<G extends AnyGame = AnyGame> {
  entry: PlyLog<G>;
  before: G["view"];
  after: G["view"];
  log: readonly PlyLog<G>[];
}

/** The key of a sentence with its arguments. */
export interface Sentence {
  key: string;
  args?: Record<string, unknown>;
}

/** What all together have reached of what could be reached; the keys of how that is rated, and of why the game is over. */
export interface Reached {
  points: number;
  most: number;
  rating: string;
  why: string;
}

/** What somebody can set for a game, kept on the device. */
export interface Preference {
  /** The key of what is set. */
  key: string;
  kept: { value: boolean };
}

export interface GameClient<G extends AnyGame = AnyGame> extends Manners<G> {
  /** Board, hands, supplies: all that belongs to the game. */
  Table: Component<{ table: GameTable<G> }>;
  /** What the seat to act is asked to do. */
  asks(view: G["view"]): Sentence;
  /** What is to be done next by who picked these things, which leave these actions; null if it is what is asked anyway. */
  next?(view: G["view"], picked: readonly string[], left: readonly Action<G>[]): Sentence | null;
  /** An action in words, for a button. */
  label(view: G["view"], action: Action<G>, names: Names): string;
  /** Something that happened, in words. */
  tell(event: Told<G>, names: Names): string;
  /** What happened with one action, in sentences; without it, a sentence for each event. */
  story?(events: readonly Told<G>[], names: Names): string[];
  /** Of what happened with one action, what was decided, where there is one line to tell it in; without it, all of it. */
  decided?(events: readonly Told<G>[]): readonly Told<G>[];
  /** What moved over the table with one action, from where to where; without it, what changed is only marked. */
  flights?(moved: Moved<G>): Flight[];
  /** The things on the table that an item of the score breakdown speaks of. */
  scored(item: G["item"]): string[];
  /** What an item of the score breakdown is part of, in words, where items with the same are folded into one line; null if it stands alone. */
  part?(item: G["item"], view: G["view"]): string | null;
  /** An item of the score breakdown in words. */
  item(item: G["item"]): string;
  /** What an item of the score breakdown belongs to, in a word or two, where points are added up by what they are made of. */
  source?(item: G["item"]): string;
  /** What was reached in a game that all play together, once it is over. */
  reached?(view: G["view"]): Reached | null;
  /** The actions that are always offered as buttons, such as "end the turn", in their order. */
  buttons(view: G["view"], actions: readonly string[]): string[];
  /** Whether an offered action only lets the others go on, such as passing: it is not set off from other buttons. */
  quiet?(action: string): boolean;
  /** Whether the few actions that go with what is picked are listed as buttons too; they are, unless the board shows them. */
  listsChoices?: boolean;
  /** What can be set for this game alone. */
  preferences?: Preference[];
  /** Whether the table itself asks for "yes, do it"; else the status line does. */
  asksItself?: boolean;
}

/** The colour of a seat everywhere: a class for the colour, and a shape beside it. */
export const SEAT_SHAPES = ["●", "■", "▲", "◆", "★", "⬢", "✚", "⬟"] as const;
