// What of the map is seen in a part of it. Used while the client is built: the cover needs a fifth of the map, and the
// map is large.

type Point = readonly number[];
type Four = readonly [number, number, number, number];

interface MapFile {
  provinces: readonly { id: string }[];
  districts: readonly { province: string; outline: readonly Point[] }[];
  borders: readonly { line: readonly Point[] }[];
  scenery: Record<"sea" | "shore" | "land_edge" | "wall", readonly Point[]> & { islands: readonly (readonly Point[])[] };
}

/** The part that the cover shows: left, top, width, height. */
export const COVER = [636, 26, 564, 282] as const;

/** What lies so far around a part is kept, for lines have a width. */
const RIM = 40;

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/**
 * An outline moved into a box, given by its edges: what lies outside goes to the nearest point of the box's edge, which changes nothing
 * inside; of a run along an edge its ends are left, corners among them.
 */
export function clipped(outline: readonly Point[], [left, top, right, bottom]: Four): Point[] {
  const moved = outline.map(([x, y]) => [clamp(x!, left, right), clamp(y!, top, bottom)]);
  const held = moved.filter(([x, y], place) => x !== moved[place - 1]?.[0] || y !== moved[place - 1]?.[1]);
  const runsAlong = (axis: number, edge: number, place: number): boolean =>
    [place - 1, place, place + 1].every((one) => held[one]?.[axis] === edge);
  const edges = [[0, left], [0, right], [1, top], [1, bottom]] as const;
  return held.filter((_, place) => !edges.some(([axis, edge]) => runsAlong(axis, edge, place)));
}

/** The map as far as a part of it shows: the provinces that reach into it, their borders, the outlines of what lies there. */
export function within(map: MapFile, [left, top, width, height]: Four): MapFile & { scenery: { names: never[] } } {
  const box = [left - RIM, top - RIM, left + width + RIM, top + height + RIM] as const;
  const isInside = ([x, y]: Point): boolean => x! > box[0] && x! < box[2] && y! > box[1] && y! < box[3];
  const seen = new Set(map.districts.filter(({ outline }) => outline.some(isInside)).map(({ province }) => province));
  const { sea, shore, land_edge, wall, islands } = map.scenery;
  return {
    provinces: map.provinces.filter(({ id }) => seen.has(id)),
    districts: map.districts.filter(({ province }) => seen.has(province)).map((one) => ({ ...one, outline: clipped(one.outline, box) })),
    borders: map.borders.filter(({ line }) => line.some(isInside)),
    scenery: {
      names: [],
      wall,
      sea: clipped(sea, box),
      shore: clipped(shore, box),
      land_edge: clipped(land_edge, box),
      islands: islands.filter((island) => island.some(isInside)),
    },
  };
}
