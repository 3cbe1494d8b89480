// Where the tags lie that name the open land of a district and its monastery while members are deployed.

import type { Point } from "./looks";
import type { District, Ground } from "./types";

export type Rect = readonly [left: number, top: number, right: number, bottom: number];

const HEIGHT = 28;
/** What a letter of a tag takes, and what a tag has beside its letters. */
const LETTER = 13;
const MARGIN = 16;
/** Half of what people take in an open area, half of a monastery, and of a city. */
const PEOPLE: Point = [50, 44];
const MONASTERY: Point = [26, 28];
const CITY: Point = [54, 54];
const COIN = 21;
const NAME: Rect = [-27, -13, 142, 13];

export const widthOf = (words: string): number => LETTER * words.length + MARGIN;

const around = ([x, y]: Point, [wide, high]: Point): Rect => [x - wide, y - high, x + wide, y + high];
export const tagRect = (at: Point, words: string): Rect => around(at, [widthOf(words) / 2, HEIGHT / 2]);

/** The area that two rectangles share. */
export function shared(one: Rect, other: Rect): number {
  const wide = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const high = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return Math.max(0, wide) * Math.max(0, high);
}

/** The places above, below and beside something where a tag can lie. */
function placesAround([x, y]: Point, half: Point, words: string): Point[] {
  const [aside, down] = [half[0] + widthOf(words) / 2 + 2, half[1] + HEIGHT / 2 + 2];
  const steps = [-down, down].flatMap((below) => [0, 30, -30, aside / 2, -aside / 2].map((right): Point => [right, below]));
  steps.push([aside, 0], [-aside, 0]);
  return steps.map(([right, below]) => [x + right, y + below]);
}

/** What of a tag lies outside the map. */
function outside(rect: Rect): number {
  return (rect[2] - rect[0]) * (rect[3] - rect[1]) - shared(rect, [0, 0, 1200, 900]);
}

/** Whether a point lies in an area. */
function lies([x, y]: Point, area: readonly number[][]): boolean {
  const crossed = area.filter(([x1, y1], place) => {
    const [x2, y2] = area.at(place - 1)!;
    return y1! > y !== y2! > y && x < ((x2! - x1!) * (y - y1!)) / (y2! - y1!) + x1!;
  });
  return crossed.length % 2 === 1;
}

/** What of a tag lies in other districts than its own. */
function strays([left, top, right, bottom]: Rect, own: readonly number[][]): number {
  const points = [0, 0.25, 0.5, 0.75, 1].map((part): Point => [left + part * (right - left), (top + bottom) / 2]);
  return ((right - left) * (bottom - top) * points.filter((point) => !lies(point, own)).length) / points.length;
}

/** The middles of both tags: where they cover least of what stands there, and nothing of each other. */
export function placeTags(board: Pick<Ground, "borders" | "districts" | "provinces">, district: District, words: readonly [open: string, monastery: string]): [Point, Point] {
  const [people, monastery] = [district.people as Point, district.monastery as Point];
  const names = board.districts.map(({ label: [x, y] }): Rect => [x! + NAME[0], y! + NAME[1], x! + NAME[2], y! + NAME[3]]);
  const coins = board.borders.map(({ at }) => around(at as Point, [COIN, COIN]));
  const houses = board.districts.map((one) => around(one.monastery as Point, MONASTERY));
  const cities = board.provinces.map((one) => around(one.city as Point, CITY));
  const covered = (rect: Rect, things: readonly Rect[]): number => things.reduce((sum, one) => sum + shared(rect, one), 0);
  const cost = (rect: Rect): number =>
    10 * (outside(rect) + covered(rect, [around(people, PEOPLE), ...houses])) + 2 * covered(rect, [...names, ...cities]) + covered(rect, coins) + strays(rect, district.outline);
  const [forOpen, forMonastery] = ([[people, PEOPLE], [monastery, MONASTERY]] as const).map(([at, half], place) =>
    placesAround(at, half, words[place]!).map((at) => ({ at, rect: tagRect(at, words[place]!), cost: cost(tagRect(at, words[place]!)) })),
  );
  const pairs = forOpen!.flatMap((open) =>
    forMonastery!.map((house): { at: [Point, Point]; cost: number } => ({ at: [open.at, house.at], cost: open.cost + house.cost + 1000 * shared(open.rect, house.rect) })),
  );
  return pairs.reduce((best, one) => (one.cost < best.cost ? one : best)).at;
}
