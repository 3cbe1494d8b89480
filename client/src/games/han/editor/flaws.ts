// Where a flaw is: the places that the server names are JSON pointers into the file; here they are things on the map, or fields.

import type { Schemas } from "../../../api/client";
import { type Thing, thingOfRoad } from "./edits";
import type { MapFile } from "./map_file";

export type Flaw = Schemas["FlawTold"];
/** Something that is on the map, a field of the form, or a list as a whole. */
export type Place = Thing | `field:${string}` | `list:${string}`;

const FOUND: Record<string, (file: MapFile, number: number) => Thing | null> = {
  provinces: ({ provinces }, number) => provinces[number] && `province:${provinces[number].id}`,
  spaces: ({ spaces }, number) => spaces[number] && `space:${spaces[number].id}`,
  roads: ({ roads }, number) => roads[number] && thingOfRoad(roads[number]),
  alliances: ({ alliances }, number) => alliances[number] && `alliance:${alliances[number].number}`,
} as Record<string, (file: MapFile, number: number) => Thing | null>;

/** Where in the editor a place of the file is. */
export function placeOf(file: MapFile, pointer: string): Place {
  const [, list = "", number] = pointer.split("/");
  const found = number !== undefined && /^\d+$/.test(number) ? (FOUND[list]?.(file, Number(number)) ?? null) : null;
  if (found) return found;
  if (list in FOUND) return `list:${list}`;
  return `field:${pointer.slice(1)}`;
}

/** All things on the map at which something is wrong, with what is said of each. */
export function marked(file: MapFile, flaws: readonly Flaw[]): Map<Place, string[]> {
  const found = new Map<Place, string[]>();
  for (const { message, places } of flaws) {
    for (const pointer of places) {
      const place = placeOf(file, pointer);
      found.set(place, [...(found.get(place) ?? []), message]);
    }
  }
  return found;
}
