// What the pictures show: hands after a hint, fireworks half built. The rules' pages and the start page draw them.

import { type Board, type Held, type Hint, type Suit, touches, VALUE_WORDS } from "./cards";

const COLOURS = ["white", "red", "blue", "yellow", "green"] as const;
const COPIES = [3, 2, 2, 2, 1];

const suit = (name: Suit["name"], hinted_by: readonly Suit["hinted_by"][number][], direction: Suit["direction"] = "up"): Suit => ({
  name, letter: name[0]!.toUpperCase(), direction, hinted_by: [...hinted_by], copies: COPIES,
});

const BASIC = COLOURS.map((name) => suit(name, [name]));
const WITH_MULTICOLOUR = [...BASIC, suit("multicolour", COLOURS)];
const WITH_BLACK = [...BASIC, suit("black", [], "down")];

const boardOf = (suits: Suit[]): Board => ({ suits, values: [1, 2, 3, 4, 5], hints: [...COLOURS, ...VALUE_WORDS], tokens: 8, errors: 3, tiles: [] });

/** A card of which its owner was told these hints, or that they do not fit; `seen` is whether the reader sees its face. */
function held(board: Board, card: string, hints: readonly Hint[], seen: boolean): Held {
  const told = hints.filter((hint) => touches(board, hint, card));
  const not = hints.filter((hint) => !told.includes(hint));
  const kinds = board.suits.flatMap(({ name }) => board.values.map((value) => `${name} ${value}`));
  const possible = kinds.filter((kind) => hints.every((hint) => touches(board, hint, kind) === told.includes(hint)));
  return { card: seen ? card : null, told, not, possible };
}

export interface Hinted {
  suits: Suit[];
  hint: Hint;
  touched: boolean[];
  hand: Held[];
}

function hinted(suits: Suit[], hint: Hint, cards: readonly string[]): Hinted {
  const board = boardOf(suits);
  return { suits, hint, touched: cards.map((card) => touches(board, hint, card)), hand: cards.map((card) => held(board, card, [hint], true)) };
}

/** Pictures of one hint and the hand it is about. */
export const HINTS: Record<string, Hinted> = {
  hint: hinted(BASIC, "red", ["red 1", "white 4", "red 3", "blue 2", "yellow 5"]),
  multicolour: hinted(WITH_MULTICOLOUR, "blue", ["multicolour 2", "green 1", "blue 4", "red 3", "multicolour 5"]),
};

const BOARD = boardOf(BASIC);
export const OTHER = ["green 1", "red 5", "yellow 2", "blue 3"].map((card) => held(BOARD, card, [], true));
export const OWN = [
  held(BOARD, "white 2", ["white", "twos"], false),
  held(BOARD, "red 1", ["white", "twos"], false),
  held(BOARD, "white 4", ["white", "twos"], false),
  held(BOARD, "green 3", [], false),
];

const upTo = (cards: number): number[] => BOARD.values.slice(0, cards);
export const FIREWORKS = BASIC.map((suit, place) => ({ suit, built: upTo([3, 5, 0, 2, 4][place]!) }));

/** Black with three cards, and the one that comes next. */
export const BLACK = { suits: WITH_BLACK, suit: WITH_BLACK[5]!, built: [5, 4, 3], next: held(boardOf(WITH_BLACK), "black 2", ["twos"], true) };
export const COMPLETE = { suit: BASIC[3]!, built: upTo(5) };
export const TILES = ["token", "repair", "colour hint", "value hint", "return", "rekindle"];

/** Bursts in the sky of the cover, and a fan of cards below. */
export const BURSTS = [
  { suit: "white", built: upTo(3), x: 48, y: 62, far: 36 },
  { suit: "green", built: upTo(4), x: 122, y: 46, far: 38 },
  { suit: "red", built: upTo(5), x: 208, y: 56, far: 50 },
  { suit: "blue", built: upTo(2), x: 288, y: 40, far: 28 },
  { suit: "yellow", built: upTo(4), x: 350, y: 66, far: 42 },
];
export const FAN = ["blue 3", "white 4", "red 1", "yellow 5", "green 2"].map((card) => held(BOARD, card, [], true));
