// The pictures of the game: positions on the maps, most of them the examples of the rules.

import { boardOf, drawingOf, landOf } from "./land";
import type { Land } from "./places";
import positions from "./scenes.json";
import type { Item, Standing } from "./types";

export interface Scene {
  map: string;
  /** The part of the map that is seen: left, top, width, height. */
  part: number[];
  /** How much larger than on the table everything is. */
  big?: number;
  /** Whether nothing but the names of the provinces is written. */
  brief?: boolean;
  houses: Record<string, number>;
  fortifications?: Record<string, number>;
  market_places?: Record<string, number>;
  /** How the provinces stand that are spoken of. */
  standing: Record<string, Standing>;
  scored?: string[];
  breakdown?: Item[];
  alliances?: boolean;
  rows?: boolean;
  /** Points written on the map: the seat, how many, and where. */
  tags?: [number, number, number, number][];
}

const SCENES = positions as unknown as Record<string, Scene>;
const lands = new Map<string, Promise<Land>>();

export function sceneOf(name: string): Scene | undefined {
  return SCENES[name];
}

/** The map of a scene; each is read once. */
export function landFor({ map }: Scene): Promise<Land> {
  let land = lands.get(map);
  if (!land) {
    land = drawingOf(map).then((drawing) => landOf(boardOf(drawing), drawing, 3));
    lands.set(map, land);
  }
  return land;
}
