// What the words need to know of the map that lies on the table: the names of its places.

import { named } from "../../words/index.svelte";
import type { Colour, Land } from "./places";

let land = $state.raw<Land | null>(null);
const provinces = $derived(new Map((land?.provinces ?? []).map((province) => [province.id, province])));
const spaces = $derived(new Map((land?.spaces ?? []).map((space) => [space.id, space])));

/** Remember the map on the table. */
export function unfold(map: Land): void {
  land = map;
}

/** A place by the name that the map gives it, in the reader's language. */
export function placeName(name: string): string {
  return named("han", "place", name);
}

export function provinceName(id: string): string {
  return named("han", "province", provinces.get(id)?.name ?? id);
}

/** The ids of the provinces that a space belongs to. */
export function provincesOf(space: string): string[] {
  return spaces.get(space)?.provinces ?? [];
}

/** The provinces that a space belongs to: "Wei", "Wei – Zhao". */
export function whereIs(space: string): string {
  return provincesOf(space).map(provinceName).join(" – ");
}

export function colourOfProvince(id: string): Colour | undefined {
  return provinces.get(id)?.colour;
}

export function coloursOfSpace(id: string): Colour[] {
  return spaces.get(id)?.colours ?? [];
}

/** Any space, to ask about. */
export function anySpace(): string | undefined {
  return land?.spaces.find((space) => space.provinces.length === 1)?.id;
}

export function anyProvince(): string | undefined {
  return land?.provinces[0]?.id;
}
