// How Hanabi is spoken of and chosen: labels, the log, what is asked to be confirmed, what a click may have meant.

import type { Action, PlyLog, Told } from "../../api/client";
import { stored } from "../../local_store.svelte";
import { t } from "../../words/index.svelte";
import type { Names, Reached, Sentence } from "../game";
import { isRisky, keyOf, LOOKS, mayFit, suitOf, touches } from "./cards";
import { follow, spokenOf } from "./follow";
import type { Board, Hanabi, Item, View } from "./types";

/** An action in words. */
export function label(_view: View, { action }: Action<Hanabi>, names: Names): string {
  const [verb, first, second] = action.split(" ") as [string, string?, string?];
  if (verb === "hint") return t("hanabi.do.hint", { to: Number(first), hint: second }, names);
  if (verb === "return") return t("hanabi.do.return", { card: `${first} ${second}` });
  if (verb === "play" && second) return t("hanabi.do.rekindle", { card: `${first} ${second}` });
  return t(`hanabi.do.${verb}`, { position: Number(first) });
}

/** What is to be done next by who picked these things. */
export function next(view: View, picked: readonly string[], left: readonly Pick<Action<Hanabi>, "action">[]): Sentence | null {
  const find = (kind: string) => picked.find((id) => id.startsWith(`${kind}:`))?.slice(kind.length + 1);
  const [card, seat, hint] = [find("card")?.split(".")[1], find("seat"), find("hint")];
  if (card) {
    const discard = left.some(({ action }) => action.startsWith("discard"));
    return { key: "hanabi.next.card", args: { position: Number(card), discard, tokens: view.tokens } };
  }
  if (seat && !hint) return { key: "hanabi.next.hint", args: { to: Number(seat) } };
  return hint && !seat ? { key: "hanabi.next.seat", args: { hint } } : null;
}

/** Whether every discard is asked to be confirmed on this device, or only one that may cost points. */
export const asksDiscards = stored<boolean>("hanabi.ask_discards", false);

/** Discards that may cost points, cards that by all one knows can't fit, and hints that fit no card. */
export function needsConfirming(view: View, action: string, board: Board): boolean {
  const [verb, first, second] = action.split(" ") as [string, string?, string?];
  if (verb === "hint") return view.hands[Number(first) - 1]?.every(({ card }) => !touches(board, second!, card)) ?? false;
  const held = view.seat === null ? undefined : view.hands[view.seat - 1]?.[Number(first) - 1];
  if (verb === "discard") return asksDiscards.value || (held !== undefined && isRisky(view, board, held));
  return verb === "play" && second === undefined && held !== undefined && held.possible.length > 0 && !mayFit(view, held.possible);
}

/** What cards can be, by all that their owners see, is what puzzles ask: only what they were told is seen. */
export function unaided(view: View): View {
  return { ...view, hands: view.hands.map((hand) => hand.map((held) => ({ ...held, possible: [] }))) };
}

/** The action somebody seems to want. */
export function attempt(view: View, picked: readonly string[]): string | null {
  const find = (kind: string) => picked.findLast((id) => id.startsWith(`${kind}:`))?.slice(kind.length + 1);
  const kind = find("discard");
  if (kind && view.phase !== "turn") return `${view.phase === "return" ? "return" : "play"} ${kind}`;
  if (kind) return "discard 1";
  const [card, seat, hint] = [find("card")?.split(".")[1], find("seat"), find("hint")];
  const deed = picked.findLast((id) => id === "play" || id === "discard");
  if (deed) return card ? `${deed} ${card}` : null;
  if (hint) return `hint ${seat ?? view.hands.findIndex((_, place) => place + 1 !== view.seat) + 1} ${hint}`;
  if (seat) return `hint ${seat} ${view.phase === "value hint" ? "ones" : "white"}`;
  return card ? `play ${card}` : null;
}

/** Who clicks discards wants to discard. */
export function advice(_view: View, picked: readonly string[]): string | null {
  return picked.some((id) => id.startsWith("discard:")) ? t("hanabi.discard_how") : null;
}

/** A line of the log. */
export function tell(event: Told<Hanabi>, names: Names): string {
  return t(`hanabi.log.${event.key}`, event.arguments, names);
}

/** What happened with one action; who sees the card that is drawn need not be told that one is. */
export function story(events: readonly Told<Hanabi>[], names: Names): string[] {
  return events.filter(({ key }, place) => !(key === "drew" && events[place + 1]?.key === "saw")).map((event) => tell(event, names));
}

/** The things that a line of the log speaks of: cards that were told of, fireworks, discards. */
export function touched(event: Told<Hanabi>): string[] {
  const { key, arguments: told } = event;
  if (key === "hinted" || key === "hinted_none") return [`seat:${told.to}`, ...spokenOf(event).map((name) => `name:${name}`)];
  if (key === "played" || key === "rekindled") return [`firework:${suitOf(told.card)}`];
  if (key === "completed") return [`firework:${told.suit}`];
  if (key === "discarded" || key === "failed") return [`discard:${told.card}`];
  return [];
}

/** What an action changed: the cards that were told of are found by following them. */
export function changed(entry: PlyLog<Hanabi>, log: readonly PlyLog<Hanabi>[], view: View): string[] {
  follow(log, entry.ply, view);
  return entry.events.flatMap(touched).filter((id) => !id.startsWith("seat:"));
}

/** What an item of the breakdown speaks of: a firework, or all of them. */
export function scored(item: Item): string[] {
  return item.kind === "lost" ? Object.keys(LOOKS).map((suit) => `firework:${suit}`) : [`firework:${item.of}`];
}

/** An item of the breakdown in words. */
export function itemName(item: Item): string {
  if (item.kind === "lost") return t("hanabi.item.lost", { reason: item.of });
  if (item.of === "black") return t("hanabi.item.black", { missing: -item.points });
  return t("hanabi.item.firework", { suit: item.of, cards: item.cards });
}

/** What was built of all that could be built, how it is rated, and why the game is over. */
export function reached({ result }: View): Reached | null {
  if (!result) return null;
  return { points: result.score, most: result.maximum, rating: `hanabi.rating.${result.rating}`, why: `hanabi.end.${keyOf(result.reason)}` };
}
