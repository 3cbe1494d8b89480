// The games the page can draw. Each brings a component for its table and its manners; everything else is shared.

import type { Component } from "svelte";
import type { Json, Manners, TableState } from "../table.svelte";

export interface Told {
  key: string;
  arguments: Json;
}

export interface GameClient extends Manners {
  /** Board, hands, supplies: all that belongs to the game. */
  Table: Component<{ table: TableState }>;
  /** What the seat to act is asked to do: the key of a sentence with its arguments. */
  asks(view: Json): { key: string; args?: Record<string, unknown> };
  /** An action in words, for a button. */
  label(view: Json, action: string): string;
  /** A line of the log in words. */
  tell(event: Told, names: (seat: number) => string): string;
  /** The things on the table that a line of the log speaks of. */
  touched(event: Told): string[];
  /** The things on the table that an item of the score breakdown speaks of. */
  scored(item: Json): string[];
  /** An item of the score breakdown in words. */
  item(item: Json): string;
  /** The actions that are always offered as buttons, such as "end the turn", in their order. */
  buttons(view: Json, actions: readonly string[]): string[];
}

const LOADERS: Record<string, () => Promise<{ default: GameClient }>> = {
  han: () => import("./han"),
  hanabi: () => import("./hanabi"),
  khan: () => import("./khan"),
  ming: () => import("./ming"),
};

export async function loadGame(name: string): Promise<GameClient> {
  const load = LOADERS[name];
  if (!load) throw new Error(`there is no drawing for ${name}`);
  return (await load()).default;
}

/** The colour of a seat everywhere: a class for the colour, and a shape beside it. */
export const SEAT_SHAPES = ["●", "■", "▲", "◆", "★", "⬢", "✚", "⬟"] as const;
