// The colours and the geometry of the map, and what a view says about the next scoring.

import type { GameTable } from "../../table.svelte";
import { named } from "../../words/index.svelte";
import type { Item, Ming, Position, Province as Named } from "./types";

export type Point = [number, number];

/** The attributes of something that can be touched, by its id and its label; see `thing`. */
export type Touch = (id: string, label: string) => Record<string, unknown>;
export type Province = Named["id"];

export const isProvince = (name: string): name is Province => name in PAINTS;
export const PROVINCES: readonly Province[] = ["white", "orange", "green", "pink", "yellow", "blue"];

export interface Paint {
  fills: readonly [string, string, string];
  edge: string;
  ink: string;
  motif: string;
}

/** The paper of each province: its districts, its rim, its writing, and what grows there. */
export const PAINTS: Record<Province, Paint> = {
  white: { fills: ["#ebe6da", "#e0d9c9", "#e6e0d2"], edge: "#8f8573", ink: "#5b5345", motif: "M-11,5L-3,-7 2,1 6,-4 12,5" },
  orange: { fills: ["#f2bd80", "#ebae6a", "#efb675"], edge: "#c4701f", ink: "#6f3706", motif: "M-11,5L-5,-5H11L5,5ZM-8,0H8M-1,-5L-6,5M5,-5L0,5" },
  green: { fills: ["#b3d39e", "#a3c78b", "#abcd95"], edge: "#4f8a3e", ink: "#24501a", motif: "M0,7V1M-6,1Q-7,-8 0,-9Q7,-8 6,1Z" },
  pink: { fills: ["#f0bfcb", "#e9aebd", "#edb7c4"], edge: "#bf5577", ink: "#7a2343", motif: "M-12,5Q-7,-9 -2,2Q3,-12 12,5" },
  yellow: { fills: ["#f5e397", "#efd87c", "#f3de8a"], edge: "#b58e17", ink: "#5f4704", motif: "M0,7C0,1 1,-3 3,-7M3,-7q-6,-3 -9,1M3,-7q6,-2 8,3M3,-7q-5,1 -6,6" },
  blue: { fills: ["#aecee9", "#9bc0e1", "#a5c7e5"], edge: "#3873ad", ink: "#174069", motif: "M-10,0q5,-5 10,0q5,5 10,0M-6,6q4,-4 8,0q4,4 8,0" },
};

/** The colour behind each symbol; its shape says the same. */
export const CARD_PAINTS: Record<string, string> = {
  junk: "#1b637c",
  horse: "#7b4526",
  rickshaw: "#a62c2b",
  sedan: "#6b3a82",
  ox: "#3f6b33",
  camel: "#8f5808",
  dragon: "#7a5a00",
};
export const CARDS = Object.keys(CARD_PAINTS);

/** The owner of neutral members where a seat's number stands. */
export const NEUTRAL = 0;

/** A path through points. */
export function path(points: readonly Point[], closed = false): string {
  return `M${points.map(([x, y]) => `${x},${y}`).join("L")}${closed ? "Z" : ""}`;
}

/** The province that a district's id belongs to. */
export function provinceOf(district: string): Province {
  return PROVINCES.find((province) => letterOf(province) === district[0]) ?? "white";
}

export function letterOf(province: string): string {
  return province[0]!.toUpperCase();
}

export function districtsOf(province: string): string[] {
  return [1, 2, 3].map((number) => letterOf(province) + number);
}

export function districtName(district: string): string {
  return named("ming", "district", district);
}
/** A district's name alone, where its id stands beside it. */
export function townName(district: string): string {
  return districtName(district).replace(` (${district})`, "");
}
export function provinceName(province: string): string {
  return named("ming", "province", province);
}
export function cardName(card: string): string {
  return named("ming", "card", card);
}

export interface Group {
  owner: number;
  members: number;
}

/** Who has members in a place: the seats, then the neutral family. */
export function groups(members: readonly number[] | undefined, neutrals = 0): Group[] {
  const found = (members ?? []).map((number, place) => ({ owner: place + 1, members: number }));
  return [...found, { owner: NEUTRAL, members: neutrals }].filter((group) => group.members > 0);
}

/** What the next scoring would bring if it came now, from the breakdown. */
export function foreseen(view: Pick<Position, "breakdown">): Item[] {
  return view.breakdown.filter((item) => item.when === "preview");
}

/** [seat, points] what the city of a province would bring at the next scoring if it came now. */
export function citySums(view: Pick<Position, "breakdown">, province: string): [number, number][] {
  const sums = new Map<number, number>();
  for (const item of foreseen(view)) {
    if (item.of === province && (item.kind === "palaces" || item.kind === "majority")) sums.set(item.seat, (sums.get(item.seat) ?? 0) + item.points);
  }
  return [...sums];
}

/** What a round goes through, as the table shows it. */
export const STAGES = ["members", "cards", "princes", "scoring"] as const;
export type Stage = (typeof STAGES)[number];

/** Where in the round a phase is; null before the first round and between rounds. */
export function stageOf(phase: string): Stage | null {
  if (phase === "members" || phase === "cards") return phase;
  if (["move", "walk", "deploy"].includes(phase)) return "princes";
  return ["return", "back", "neutrals back"].includes(phase) ? "scoring" : null;
}

/** [seat][province] tiles that the next scoring would bring now. */
export function tilesToCome(view: Pick<Position, "breakdown">, seat: number, province: string): number {
  return foreseen(view)
    .filter((item) => item.kind === "tile")
    .filter((item) => item.seat === seat && provinceOf(item.of) === province)
    .reduce((sum, item) => sum + item.tiles, 0);
}

/** The seat whose hand, reach and supply are shown as one's own. */
export function ownSeat(table: GameTable<Ming>): number | null {
  return table.shown?.seat ?? null;
}

/** The return cards that were revealed last in the scoring shown; after it, only at the very moment of a film or a replay. */
export function lastReveal(table: GameTable<Ming>): Ming["events"]["revealed"] | null {
  const now = table.past?.ply ?? table.view?.ply ?? 0;
  const told = (table.view?.log ?? []).filter(({ ply }) => ply <= now);
  const entries = table.shown?.scoring ? told.toReversed() : table.past ? told.slice(-1) : [];
  for (const { events } of entries) {
    for (const event of events.toReversed()) {
      if (event.key === "revealed") return event.arguments;
      if (event.key === "round" && table.shown?.scoring) return null;
    }
  }
  return null;
}
