// HAN in words: what is asked, actions, the log, and the breakdown of points; and the things they speak of.

import type { Told } from "..";
import type { Json } from "../../table.svelte";
import { listed, named, t } from "../../words/index.svelte";
import { placeName, provinceName, whereIs } from "./atlas.svelte";
import { roadId } from "./land";
import { readMove } from "./moves";

export function cardNames(cards: readonly string[]): string {
  return listed(cards.map((card) => named("han", "card", card)));
}

export function asks(view: Json): { key: string; args?: Record<string, unknown> } {
  if (view.phase === "draw") {
    return { key: "han.ask.draw", args: { cards: Math.max(1, 3 - (view.hands[view.to_act - 1]?.held ?? 2)) } };
  }
  return { key: `han.ask.place_${Math.min(2, view.turn.placed)}` };
}

export function label(_view: Json, action: string): string {
  const move = readMove(action);
  if (move.place === null) return t(`han.do.${move.kind}`, { card: move.cards.map((card) => named("han", "card", card)).join() });
  const where = move.kind === "emissary" ? provinceName(move.place) : `${whereIs(move.place)} (${move.place})`;
  return t(`han.do.${move.kind}`, { where, cards: cardNames(move.cards) });
}

export function tell(event: Told, names: (seat: number) => string): string {
  const told = event.arguments;
  const words: Record<string, unknown> = { ...told, doubled: String(told.doubled ?? false) };
  if (told.seat) words.name = names(told.seat);
  if (told.winners) words.names = listed(told.winners.map(names));
  if (told.places) words.where = listed(told.places.map(placeName));
  if (Array.isArray(told.cards)) words.cards = cardNames(told.cards);
  if (told.card) words.card = named("han", "card", told.card);
  if (told.kind === "province") words.where = provinceName(told.of);
  if (told.provinces && told.kind === "alliance") words.where = listed(told.provinces.map(provinceName));
  return t(`han.log.${event.key}`, words);
}

export function touched(event: Told): string[] {
  const { space, provinces, pieces, kind, card, cards } = event.arguments;
  if (pieces) return scored(event.arguments);
  if (space) return [`space:${space}`];
  if (provinces) return provinces.map((id: string) => `dragon:${id}`);
  if (event.key === "laid_open") return cards.map((one: string) => `display:${one}`);
  return kind || !card ? [] : event.key === "discarded" ? ["discard"] : [];
}

/** Pieces, and what joins them: the province, the alliance, the roads of a row. */
export function scored(item: Json): string[] {
  const pieces = item.pieces as string[];
  if (item.kind === "row") {
    const ids = pieces.map((id) => id.slice("space:".length));
    return [...pieces, ...ids.slice(1).map((id, k) => roadId(ids[k]!, id))];
  }
  if (item.kind === "alliance") return [...pieces, `alliance:${item.of}`];
  return item.kind === "province" ? [...pieces, `province:${item.of}`] : pieces;
}

export function item(one: Json): string {
  const provinces = (one.provinces ?? []) as string[];
  return t(`han.item.${one.kind}`, {
    ...one,
    doubled: String(one.doubled),
    where: one.kind === "province" ? provinceName(one.of) : listed(provinces.map(provinceName)),
  });
}
