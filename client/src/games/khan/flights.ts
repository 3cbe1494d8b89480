// What moves over the table of Khan: yurts and pieces to the land, rulers along their way, cards to the discards.

import type { Told } from "../../api/client";
import type { Flight } from "../../flights";
import type { Moved } from "../game";
import { between } from "./shapes";
import type { Khan } from "./types";

export function flights({ entry, after }: Moved<Khan>): Flight[] {
  function given(seat: number, symbol: string): Flight {
    const from = seat === after.seat ? `card:${symbol}` : `cards:${seat}`;
    return { from, to: "discards", shows: from };
  }

  function flown({ key, arguments: told }: Told<Khan>): Flight[] {
    switch (key) {
      case "yurt_placed":
      case "invaded_anywhere":
        return [{ from: `player:${told.seat}`, to: `yurt:${told.square}` }];
      case "invaded":
        return [given(told.seat, told.symbol), { from: `player:${told.seat}`, to: `yurt:${told.square}` }];
      case "discarded":
        return [given(told.seat, told.symbol)];
      case "conquered":
      case "conquered_together":
        return [{ from: `piece:${told.piece}`, to: pieceOn(told.squares) }];
      case "card":
        return [{ from: "deck", to: "discards", shows: "deck" }];
      case "ruler_placed":
        return [{ from: `ruler:${told.ruler}`, to: `ruler:${told.ruler}` }];
      case "fled":
        return [
          { from: `ruler:${told.ruler}`, to: `ruler:${told.ruler}`, over: between(told.origin, told.square).map((square) => `square:${square}`) },
          { from: `court:${told.ruler}`, to: `yurt:${told.origin}` },
        ];
      case "went_home":
        return [
          { from: `ruler:${told.ruler}`, to: `court:${told.ruler}`, shows: `ruler:${told.ruler}` },
          { from: `court:${told.ruler}`, to: `yurt:${told.origin}` },
        ];
      default:
        return [];
    }
  }
  return entry.events.flatMap(flown);
}

/** The name of a piece where it lies on the board. */
export const pieceOn = (squares: readonly string[]): string => `laid:${squares.join(" ")}`;

/** The things that an event changed on the table: what was put there, and who moved. */
export function changedBy({ key, arguments: told }: Told<Khan>): string[] {
  switch (key) {
    case "yurt_placed":
    case "invaded":
    case "invaded_anywhere":
      return [`square:${told.square}`];
    case "conquered":
    case "conquered_together":
      return [pieceOn(told.squares)];
    case "ruler_placed":
    case "fled":
      return [`ruler:${told.ruler}`];
    case "went_home":
      return [`square:${told.origin}`];
    default:
      return [];
  }
}
