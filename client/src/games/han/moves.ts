// Actions as the server writes them, taken apart; and what somebody seems to want who picked some things.

import { anyProvince, anySpace, colourOfProvince, coloursOfSpace } from "./atlas.svelte";
import type { Colour } from "./places";
import type { View } from "./types";

export type Piece = "house" | "emissary" | "fortification" | "market_place";
export interface Move {
  kind: Piece | "discard" | "take" | "draw" | "end";
  /** The space or the province where a piece goes. */
  place: string | null;
  cards: Colour[];
}

/** What a table with these options plays with beside houses and emissaries. */
export function markerOf(options: Record<string, unknown>): "fortification" | "market_place" | null {
  return options.fortifications ? "fortification" : options.market_places ? "market_place" : null;
}

const PIECES: Record<string, Piece> = { house: "house", emissary: "emissary", fortify: "fortification", market: "market_place" };
const VERBS: Record<Piece, string> = { house: "house", emissary: "emissary", fortification: "fortify", market_place: "market" };

/** "house w1 with red" and its like, taken apart. */
export function readMove(action: string): Move {
  const [verb = "", place = "", , ...cards] = action.split(" ");
  const piece = PIECES[verb];
  if (piece) return { kind: piece, place, cards: cards as Colour[] };
  return { kind: verb as Move["kind"], place: null, cards: place ? [place as Colour] : [] };
}

/** A payment for one card of a colour that the hand allows; the card itself if it allows none. */
function payment(hand: readonly Colour[], wanted: Colour): Colour[] {
  if (hand.includes(wanted)) return [wanted];
  const pair = hand.find((card, place) => card !== wanted && hand.indexOf(card) !== place);
  return pair ? [pair, pair] : [wanted];
}

function paid(hand: readonly Colour[], wanted: readonly Colour[]): Colour[] {
  const left = [...hand];
  return wanted.flatMap((colour) => {
    const cards = payment(left, colour);
    for (const card of cards) if (left.includes(card)) left.splice(left.indexOf(card), 1);
    return cards;
  });
}

/** A payment for a border house: both colours or one of them twice, whichever the hand allows. */
function borderPaid(hand: readonly Colour[], colours: readonly Colour[]): Colour[] {
  const [a, b] = colours as [Colour, Colour];
  const ways: Colour[][] = [[a, b], [a, a], [b, b]];
  const held = ways.find((way) => paid(hand, way).every((card, place) => card === way[place] && hand.includes(card)));
  return held ?? paid(hand, [a, b]);
}

/** The action of somebody who picked these things, the latest last; null if it is unclear. */
export function attempt(view: View, picked: readonly string[]): string | null {
  const last = picked.at(-1);
  if (!last || view.seat === null) return null;
  const hand = view.hands[view.seat - 1]?.cards ?? [];
  const chosen = picked.filter((id) => id.startsWith("hand:")).map((id) => id.slice(5) as Colour);
  if (last === "deck") return "draw";
  if (last === "end") return "end";
  if (last.startsWith("display:")) return `take ${last.slice(8)}`;
  if (last === "discard" || (picked.includes("discard") && chosen.length)) return `discard ${chosen[0] ?? hand[0] ?? "red"}`;
  const place = picked.findLast((id) => id.startsWith("space:") || id.startsWith("dragon:"));
  const piece = picked.findLast((id) => id in VERBS) as Piece | undefined;
  if (!place && !piece) return chosen.length ? `discard ${chosen[0]}` : null;
  if (place?.startsWith("dragon:") || (!place && piece === "emissary")) {
    const province = place?.slice(7) ?? anyProvince();
    const colour = province && colourOfProvince(province);
    return colour ? `emissary ${province} with ${(chosen.length ? chosen : payment(hand, colour)).join(" ")}` : null;
  }
  const space = place?.slice(6) ?? anySpace();
  const colours = space ? coloursOfSpace(space) : [];
  if (!space || !colours.length) return null;
  const marker = piece === "fortification" || piece === "market_place";
  const wanted = marker ? [colours[0]!, colours[0]!] : colours;
  const cards = chosen.length ? chosen : colours.length > 1 && !marker ? borderPaid(hand, colours) : paid(hand, wanted);
  return `${VERBS[marker ? piece : "house"]} ${space} with ${cards.join(" ")}`;
}
