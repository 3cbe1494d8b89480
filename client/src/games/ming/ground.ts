// The map as it stands in the game's files, for pictures of it.

import { symbols } from "../../../../src/lantern/games/ming/data/components.json";
import type MapFile from "../../../../src/lantern/games/ming/data/map.json";
import type { Point } from "./looks";
import type { Ground } from "./types";

const cardOf = new Map(Object.entries(symbols).map(([card, symbol]) => [symbol, card]));

/** A map as the table sends it; of a file it is not known how many numbers a point has. */
export function groundOf({ provinces, districts, borders, scenery }: typeof MapFile): Ground {
  const marked = borders.map((border) => ({ ...border, symbol: cardOf.get(border.symbol) }));
  return { provinces, districts, borders: marked, scenery } as unknown as Ground;
}

/** As much of the map as the cover shows, made when the client is built; it is there at once. */
const PARTS = import.meta.glob<typeof MapFile>("../../../../src/lantern/games/ming/data/map.json", { query: "?cover", import: "default", eager: true });
export const COVERED = groundOf(Object.values(PARTS)[0]!);

/** All of it. */
export async function wholeGround(): Promise<Ground> {
  return groundOf((await import("../../../../src/lantern/games/ming/data/map.json")).default);
}

/** The border of two districts. */
export function crossing({ borders }: Ground, one: string, other: string): { at: Point; symbol: string } {
  return borders.find(({ between }) => between.includes(one) && between.includes(other))!;
}
