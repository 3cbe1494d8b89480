// HAN in words: what is asked, actions, the log, and the breakdown of points; and the things they speak of.

import type { Names, Told } from "../game";
import type { Json } from "../../table.svelte";
import { listed, t } from "../../words/index.svelte";
import { provinceName, whereIs } from "./atlas.svelte";
import { roadId } from "./land";
import { readMove } from "./moves";

export function asks(view: Json): { key: string; args?: Record<string, unknown> } {
  if (view.phase === "draw") {
    return { key: "han.ask.draw", args: { cards: Math.max(1, 3 - (view.hands[view.to_act - 1]?.held ?? 2)) } };
  }
  return { key: `han.ask.place_${Math.min(2, view.turn.placed)}` };
}

export function label(_view: Json, action: string): string {
  const move = readMove(action);
  if (move.place === null) return t(`han.do.${move.kind}`, { card: move.cards[0] });
  const where = move.kind === "emissary" ? provinceName(move.place) : `${whereIs(move.place)} (${move.place})`;
  return t(`han.do.${move.kind}`, { where, cards: move.cards });
}

export function tell(event: Told, names: Names): string {
  return tellTogether([event], names);
}

/** What happened with one action: all who score in one place are told of in one sentence. */
export function story(events: readonly Told[], names: Names): string[] {
  const groups: Told[][] = [];
  for (const event of events) {
    const same = groups.find(([first]) => first!.key === event.key && source(first!) === source(event));
    if (same) same.push(event);
    else groups.push([event]);
  }
  return groups.map((group) => tellTogether(group, names));
}

/** What an event scores, or nothing that others could score too. */
function source({ key, arguments: { kind, of, space } }: Told): string {
  return kind === undefined ? `${key} ${space ?? ""}` : kind === "row" ? kind : `${kind} ${of}`;
}

/** Events of one kind in one sentence: several only if they score together. */
function tellTogether(events: readonly Told[], names: Names): string {
  const { key, arguments: told } = events[0]!;
  return t(`han.log.${key}`, events.length > 1 ? { ...told, share: shares(events, names) } : told, names);
}

/** "6 points for Ada and 4 for Ben", the most first. */
function shares(events: readonly Told[], names: Names): string {
  const most = events.map((event) => event.arguments).sort((a, b) => b.points - a.points);
  return listed(most.map((item, k) => t(k === 0 ? "han.share" : "han.together.share", item, names)));
}

function whereScored(item: Json): string {
  return item.kind === "province" ? provinceName(item.of) : listed(((item.provinces ?? []) as string[]).map(provinceName));
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
  return t(`han.item.${one.kind}`, { ...one, where: whereScored(one) });
}
