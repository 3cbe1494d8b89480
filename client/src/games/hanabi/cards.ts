// The cards of Hanabi as they are drawn: colours and shapes of the suits, and what a hint touches.

import { named, t } from "../../words/index.svelte";
import type { Board, View } from "./types";

export type { Board, View };
export type Suit = Board["suits"][number];
export type Hint = Board["hints"][number];
/** A card in a hand. */
export type Held = View["hands"][number][number];

export const VALUE_WORDS = ["ones", "twos", "threes", "fours", "fives"] as const;

/** How a suit looks: bright on the night sky, a face for its cards, ink on that face, and a shape of its own. */
interface Look {
  bright: string;
  face: string;
  ink: string;
  shape: string;
}
export const LOOKS: Record<string, Look> = {
  white: { bright: "#f7f3ea", face: "#f6f1e3", ink: "#33313d", shape: "M-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0z" },
  red: { bright: "#ff7f74", face: "#b8282f", ink: "#ffffff", shape: "M0 9.5C-15 -1-9.5-10.5-4.5-9.5-2-9 0-6.5 0-5 0-6.5 2-9 4.5-9.5 9.5-10.5 15-1 0 9.5z" },
  blue: { bright: "#7cb9ff", face: "#1c57b0", ink: "#ffffff", shape: "M0 -11C5 -3.5 8 -.5 8 3.5A8 7 0 0 1 -8 3.5C-8 -.5-5 -3.5 0 -11z" },
  yellow: { bright: "#ffd84f", face: "#f3c12b", ink: "#352800", shape: "M0-10.5 2.9-3.5 10.5-2.9 4.7 2 6.5 9.5 0 5.5-6.5 9.5-4.7 2-10.5-2.9-2.9-3.5z" },
  green: { bright: "#7ddf8a", face: "#1b7440", ink: "#ffffff", shape: "M-9.5 9.5C-11-5 0-10 10-10 10.5 0 5 10-5.5 7.5L-8 10.5z" },
  multicolour: {
    bright: "#e3b0ff",
    face: "url(#hanabi-rainbow)",
    ink: "#ffffff",
    shape: "M-2.8-2.8A4.3 4.3 0 1 1 2.8-2.8 4.3 4.3 0 1 1 2.8 2.8 4.3 4.3 0 1 1-2.8 2.8 4.3 4.3 0 1 1-2.8-2.8z",
  },
  black: { bright: "#cdb98d", face: "#2b2a33", ink: "#f0d9a6", shape: "M0-11 8 0 0 11-8 0z" },
};
export const looksOf = (suit: string): Look => LOOKS[suit] ?? LOOKS.white!;

export const suitOf = (card: string): string => card.split(" ")[0]!;
export const valueOf = (card: string): number => Number(card.split(" ")[1]);

/** The value that a hint speaks of; 0 if it names a colour. */
export const hintedValue = (hint: string): number => VALUE_WORDS.indexOf(hint as (typeof VALUE_WORDS)[number]) + 1;

/** Whether a hint touches a card that one sees. */
export function touches(board: Board, hint: string, card: string | null): boolean {
  if (card === null) return false;
  const value = hintedValue(hint);
  if (value) return valueOf(card) === value;
  return board.suits.find((suit) => suit.name === suitOf(card))?.hinted_by.some((colour) => colour === hint) ?? false;
}

/** Whether some of the kinds a card can be would be the next of their fireworks. */
export function mayFit(view: View, possible: readonly string[]): boolean {
  return possible.some((card) => {
    const built = view.fireworks[suitOf(card)] ?? [];
    return valueOf(card) === (suitOf(card) === "black" ? 5 - built.length : built.length + 1);
  });
}

/** Whether a card is the last of its kind, as far as everybody sees, and its firework can still come to need it. */
export function isLastNeeded(view: View, board: Board, card: string): boolean {
  const suit = board.suits.find(({ name }) => name === suitOf(card))!;
  const built = view.fireworks[suit.name] ?? [];
  const left = (value: number): number => suit.copies[value - 1]! - view.discards.filter((one) => one === `${suit.name} ${value}`).length;
  const order = suit.direction === "down" ? [...board.values].reverse() : board.values;
  const before = order.slice(built.length, order.indexOf(valueOf(card)));
  return left(valueOf(card)) === 1 && !built.includes(valueOf(card)) && before.every((value) => left(value) > 0);
}

/**
 * Whether who discards a card may lose points that could be had, by what its owner knows: all that it can be is needed and
 * the last of its kind, or some of it, and somebody has told of it.
 */
export function isRisky(view: View, board: Board, { possible, told }: Pick<Held, "possible" | "told">): boolean {
  const needed = possible.filter((card) => isLastNeeded(view, board, card));
  return needed.length > 0 && (told.length > 0 || needed.length === possible.length);
}

/** The only suit, or the only value, that a card can still have; null if there are several. */
export function sureSuit(held: Held): string | null {
  const suits = new Set((held.possible).map(suitOf));
  return suits.size === 1 ? [...suits][0]! : null;
}
export function sureValue(held: Held): number | null {
  const values = new Set((held.possible).map(valueOf));
  return values.size === 1 ? [...values][0]! : null;
}

export const cardName = (card: string): string => named("hanabi", "card", card);
export const hintName = (hint: string): string => named("hanabi", "hint", hint);
export const keyOf = (name: string): string => name.replaceAll(" ", "_");

/** What a card's owner knows of it, in words. */
export function knowledge(held: Held): string {
  const told = held.told.length ? t("hanabi.told", { hints: held.told }) : "";
  const not = held.not.length ? t("hanabi.told_not", { hints: held.not }) : "";
  const sure = held.card === null && held.possible.length === 1 ? t("hanabi.can_be_only", { card: held.possible[0] }) : "";
  return [told, not, sure].filter(Boolean).join("; ") || t("hanabi.told_nothing");
}
