// Things of Khan in words.

import type { GameTable } from "../../table.svelte";
import { nameOf } from "../../people";
import { named, t } from "../../words/index.svelte";
import { cellOf, COLUMNS, isSquare } from "./shapes";
import type { Khan, View } from "./types";

export const SPECIALS = ["morale", "patronage", "gods", "reconnaissance"] as const;

export const symbolName = (symbol: string): string => named("khan", "symbol", symbol);
export const pieceName = (piece: string): string => named("khan", "piece", piece);
export const specialName = (special: string): string => named("khan", "special", special);
export const rulerName = (ruler: string): string => t("khan.ruler", { realm: ruler });

/** A card by its notation, "seljuk tundra". */
export function cardName(card: string): string {
  return named("khan", "card", card);
}

/** [column] the first row that has a square in it, and [row] the first column. */
export function firstSquares(squares: readonly string[]): { rows: number[]; columns: number[] } {
  const cells = squares.map(cellOf);
  const places = [...COLUMNS].map((_, place) => place);
  return {
    rows: places.map((at) => Math.min(...cells.filter(([, column]) => column === at).map(([row]) => row))),
    columns: places.map((at) => Math.min(...cells.filter(([row]) => row === at).map(([, column]) => column))),
  };
}

/** A ruler, where he is, and how many yurts are left at his court. */
export function courtName(view: View, ruler: string): string {
  const where = view.rulers[ruler] ?? "home";
  return t("khan.court", { ruler: rulerName(ruler), left: view.courts[ruler] ?? 0, where: isSquare(where) ? "board" : where, square: where });
}

/** A square for those who can't see it: its landscape, and what stands there. */
export function describe(table: GameTable<Khan>, square: string, region: string): string {
  const view = table.shown!;
  return t("khan.square", { square, region, what: whatStands(table, view, square) });
}

function whatStands(table: GameTable<Khan>, view: View, square: string): string {
  const piece = view.pieces.find((one) => one.squares.includes(square));
  if (piece) {
    return t("khan.square.piece", piece, (seat) => nameOf(table.view!, seat));
  }
  const ruler = Object.entries(view.rulers).find(([, where]) => where === square);
  if (ruler) return rulerName(ruler[0]);
  const owner = view.yurts[square];
  if (owner === "neutral") return t("khan.square.neutral");
  return owner === undefined ? t("khan.square.empty") : t("khan.square.yurt", { name: nameOf(table.view!, owner) });
}
