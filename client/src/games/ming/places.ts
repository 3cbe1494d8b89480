// Where pieces stand on the map.

import { type Group, groups, type Point } from "./looks";
import type { District, Position } from "./types";

export const CHIP = { width: 54, height: 34 };
const PRINCE_HEIGHT = 50;
const PRINCE_WIDTH = 48;

export interface Standing {
  groups: (Group & { at: Point })[];
  princes: { seat: number; at: Point }[];
}

/** The pieces in the open area of a district, by where they stand from its middle: princes above, members below, two groups to a row. */
export function standing(view: Position, district: District): Standing {
  const here = groups(view.open[district.id], view.neutrals[district.id] ?? 0);
  const seats = view.princes.flatMap((at, place) => (at === district.id ? [place + 1] : []));
  const head = seats.length ? PRINCE_HEIGHT : 0;
  const top = -(Math.ceil(here.length / 2) * CHIP.height + head) / 2;
  return {
    princes: seats.map((seat, place) => ({ seat, at: [(place - (seats.length - 1) / 2) * PRINCE_WIDTH, top + 28] })),
    groups: here.map((group, place) => {
      const row = Math.floor(place / 2);
      const inRow = Math.min(2, here.length - 2 * row);
      return { ...group, at: [((place % 2) - (inRow - 1) / 2) * CHIP.width, top + head + (row + 0.5) * CHIP.height] };
    }),
  };
}

const ARROWS: Record<string, Point> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The district that lies in the direction of an arrow key from another one. */
export function beside(districts: readonly District[], from: string, key: string): string | null {
  const way = ARROWS[key];
  const start = districts.find((district) => district.id === from);
  if (!way || !start) return null;
  let [best, least] = [null, Infinity] as [string | null, number];
  for (const { id, centre } of districts) {
    const [dx, dy] = [centre[0] - start.centre[0], centre[1] - start.centre[1]];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along > 10 && along + 2 * aside < least) [best, least] = [id, along + 2 * aside];
  }
  return best;
}
