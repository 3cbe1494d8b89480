// HAN in words: what is asked, actions, the log, and the breakdown of points; and the things they speak of.

import type { Action, PlyLog, Told } from "../../api/client";
import type { Names, Said, Sentence } from "../game";
import { listed, t } from "../../words/index.svelte";
import { colourOfProvince, coloursOfSpace, provinceName, provincesOf, whereIs } from "./atlas.svelte";
import { roadId } from "./places";
import { type Move, readMove } from "./moves";
import type { Han, Item, View } from "./types";

export function asks(view: View): Sentence {
  if (view.phase === "draw") {
    return { key: "han.ask.draw", args: { cards: Math.max(1, 3 - (view.hands[(view.to_act ?? 1) - 1]?.held ?? 2)) } };
  }
  return { key: `han.ask.place_${view.turn.placed}` };
}

const PIECES = ["house", "emissary", "fortification", "market_place"];
/** More provinces than these are not counted up. */
const FEW = 4;

/** What is to be done next by who picked these things. */
export function next(view: View, picked: readonly string[], left: readonly Pick<Action, "action" | "touches">[]): Sentence | null {
  const moves = left.map(({ action }) => readMove(action));
  if (!picked.length) return endsOnly(view, moves) ? { key: "han.next.end", args: { why: whyNoMore(view) } } : null;
  if (picked.some((id) => /^(space|dragon):/.test(id))) return { key: "han.next.pay" };
  if (picked.includes("discard")) return { key: "han.next.discard" };
  const placed = moves.filter(({ place }) => place !== null);
  if (!placed.length) return null;
  const provinces = [...new Set(placed.flatMap(({ kind, place }) => (kind === "emissary" ? [place!] : provincesOf(place!))))];
  const args = {
    what: picked.find((id) => PIECES.includes(id)) ?? "card",
    few: provinces.length <= FEW,
    provinces: provinces.map(provinceName),
    discard: moves.some(({ kind }) => kind === "discard"),
  };
  return { key: "han.next.place", args };
}

/** Whether a piece was placed and nothing but the end of the turn is left. */
function endsOnly(view: View, moves: readonly Move[]): boolean {
  return view.turn.placed === 1 && moves.length > 0 && moves.every(({ kind }) => kind === "end");
}

/** Why nothing more can be placed this turn. */
function whyNoMore(view: View): "cards" | "empty" | "other" {
  if (view.turn.provinces.some((id) => view.turn.empty.includes(id))) return "empty";
  return view.hands[(view.seat ?? 1) - 1]?.held ? "other" : "cards";
}

/** What an action would cost that can't be paid so. */
export function need(_view: View, action: string, refusal: string | null): string | null {
  const { kind, place } = readMove(action);
  if (place === null || !(refusal === "cards_not_held" || refusal === "not_this_colour")) return null;
  const colours = kind === "emissary" ? [colourOfProvince(place)] : coloursOfSpace(place);
  const provinces = kind === "emissary" ? [place] : provincesOf(place);
  const where = provinces.map(provinceName);
  if (colours.length > 1) return t("han.need.border", { places: where });
  const priced = kind === "fortification" || kind === "market_place" ? "marker" : refusal === "not_this_colour" ? "colour" : "cards";
  return t(`han.need.${priced}`, { where: where[0], card: colours[0] });
}

export function label(_view: View, { action }: Pick<Action, "action">): string {
  const move = readMove(action);
  if (move.place === null) return t(`han.do.${move.kind}`, { card: move.cards[0] });
  const where = move.kind === "emissary" ? provinceName(move.place) : `${whereIs(move.place)} (${move.place})`;
  return t(`han.do.${move.kind}`, { where, cards: move.cards });
}

export function tell(event: Told<Han>, names: Names): string {
  return tellTogether([event], names);
}

/** What happened with one action: all who score in one place are told of in one sentence. */
export function story(events: readonly Told<Han>[], names: Names): string[] {
  const groups: Told<Han>[][] = [];
  for (const event of events) {
    const same = groups.find(([first]) => first!.key === event.key && source(first!) === source(event));
    if (same) same.push(event);
    else groups.push([event]);
  }
  return groups.map((group) => tellTogether(group, names));
}

/** What an event scores, or nothing that others could score too. */
function source({ key, arguments: told }: Told<Han>): string {
  const { kind, of, space }: Said<Han> = told;
  return kind === undefined ? `${key} ${space ?? ""}` : kind === "row" ? kind : `${kind} ${of}`;
}

/** Events of one kind in one sentence: several only if they score together. */
function tellTogether(events: readonly Told<Han>[], names: Names): string {
  const { key, arguments: told } = events[0]!;
  return t(`han.log.${key}`, events.length > 1 ? { ...told, share: shares(events, names) } : told, names);
}

/** Whether an event is about an item of the breakdown. */
function isItem(told: Told<Han>["arguments"]): told is Extract<Told<Han>["arguments"], Item> {
  return "pieces" in told;
}

/** "6 points for Ada and 4 for Ben", the most first. */
function shares(events: readonly Told<Han>[], names: Names): string {
  const most = events.map((event) => event.arguments).filter(isItem).sort((a, b) => b.points - a.points);
  return listed(most.map((item, k) => t(k === 0 ? "han.share" : "han.together.share", item, names)));
}

function whereScored(item: Pick<Said<Han>, "kind" | "of" | "provinces">): string {
  return item.kind === "province" ? provinceName(String(item.of)) : listed((item.provinces ?? []).map(provinceName));
}

const PLACED = ["house", "fortification", "market_place", "emissary"];
/** The pieces that were placed: where, and of emissaries whose. */
export function changed({ seat, events }: PlyLog<Han>): string[] {
  const placed = events.filter(({ key }) => PLACED.includes(key));
  return placed.flatMap((event) => [...touched(event), ...(event.key === "emissary" ? [`emissary:${event.arguments.provinces[0]}.${seat}`] : [])]);
}

export function touched(event: Told<Han>): string[] {
  if (isItem(event.arguments)) return scored(event.arguments);
  const { space, provinces }: Said<Han> = event.arguments;
  if (space) return [`space:${space}`];
  if (provinces) return provinces.map((id) => `dragon:${id}`);
  if (event.key === "laid_open") return event.arguments.cards.map((one) => `display:${one}`);
  return event.key === "discarded" ? ["discard"] : [];
}

/** Pieces, and what joins them: the province, the alliance, the roads of a row. */
export function scored(item: Item): string[] {
  const { pieces } = item;
  if (item.kind === "row") {
    const ids = pieces.map((id) => id.slice("space:".length));
    return [...pieces, ...ids.slice(1).map((id, k) => roadId(ids[k]!, id))];
  }
  if (item.kind === "alliance") return [...pieces, `alliance:${item.of}`];
  return item.kind === "province" ? [...pieces, `province:${item.of}`] : pieces;
}

export function item(one: Item): string {
  return t(`han.item.${one.kind}`, { ...one, where: whereScored(one) });
}

/** What an item is part of that brings points to several seats: a province, an alliance, the ports. */
export function partOf(one: Item): string | null {
  if (one.kind === "row") return null;
  if (one.kind === "ports") return t("han.source.ports");
  return one.kind === "alliance" ? item(one) : whereScored(one);
}

/** What points are made of, as they are added up. */
export function sourceOf({ kind }: Item): string {
  return t(`han.source.${kind}`);
}
