// Where pieces stand on the map.

import { type Group, groups, type Point } from "./looks";
import type { District, Position } from "./types";

export const CHIP = { width: 60, height: 38 };
const PRINCE_HEIGHT = 54;
const PRINCE_WIDTH = 50;
const ROOM_BESIDE = 95;
const SYMBOL_ROOM = 38;

export interface Standing {
  groups: (Group & { at: Point })[];
  princes: { seat: number; at: Point }[];
  /** Where what is said of the district stands clear of them. */
  sign: Point;
}

/** How far two groups in a row step aside for the monastery beside them. */
function nudge({ centre, monastery }: District, many: number): number {
  const [aside, above] = [centre[0] - monastery[0], centre[1] - monastery[1]];
  if (many < 2 || Math.abs(above) > 50) return 0;
  return Math.sign(aside) * Math.max(0, ROOM_BESIDE - Math.abs(aside));
}

/** A spot beside the middle of a district, on the side where no symbol of a border is in the way. */
function clear({ centre, room }: District, y: number, symbols: readonly Point[]): Point {
  const spots = [1, -1].map((side): Point => [centre[0] + side * room * 0.66, y]);
  return spots.find((spot) => symbols.every((at) => Math.hypot(at[0] - spot[0], at[1] - spot[1]) > SYMBOL_ROOM)) ?? spots[0]!;
}

/** The pieces in the open area of a district: princes above, members below, two groups to a row. */
export function standing(view: Position, district: District, symbols: readonly Point[]): Standing {
  const here = groups(view.open[district.id], view.neutrals[district.id] ?? 0);
  const seats = view.princes.flatMap((at, place) => (at === district.id ? [place + 1] : []));
  const rows = Math.ceil(here.length / 2);
  const top = district.centre[1] - (rows * CHIP.height + (seats.length ? PRINCE_HEIGHT : 0)) / 2;
  const below = top + (seats.length ? PRINCE_HEIGHT : 0);
  const x = district.centre[0] + nudge(district, here.length);
  const high = district.centre[1] - district.room * 0.62;
  return {
    sign: clear(district, here.length ? Math.min(high, below - 17) : high, symbols),
    princes: seats.map((seat, place) => ({ seat, at: [x + (place - (seats.length - 1) / 2) * PRINCE_WIDTH, top + 29] })),
    groups: here.map((group, place) => {
      const row = Math.floor(place / 2);
      const inRow = Math.min(2, here.length - 2 * row);
      return { ...group, at: [x + ((place % 2) - (inRow - 1) / 2) * (CHIP.width + 2), below + (row + 0.5) * CHIP.height] };
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
