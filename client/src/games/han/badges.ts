// Where the standing of a province is written on the map.

import type { Land, Point, Province } from "./places";
import { insideOf } from "./outline";

/** How wide a standing is for each seat in it. */
export const SHARE = 29;
/** How far from a province's name its standing may be, and in what steps a place for it is sought. */
const [FAR, STEP]: [Point, Point] = [[200, 150], [8, 6]];
const CORNERS_AND_MIDDLE: Point[] = [[-1, -1], [1, -1], [-1, 1], [1, 1], [0, 0]];

/** What is in the way, and how far round it. */
type Obstacle = [x: number, y: number, radius: number];
/** To the right and down, and how far that is from where a standing should be. */
type Step = [right: number, down: number, distance: number];
/** Half the width and half the height of a standing. */
type Half = Point;

/** The width that a label takes, more or less. */
export function labelWidth(labelSize: number, name: string): number {
  return name.length * labelSize * 0.6;
}

/** How far above its dragon the name of a province is best written, and how much more it is pushed up on small maps. */
const [ABOVE, PUSHED] = [44, 16];

/** Give every province of a map a place for its standing. */
export function placeBadges(land: Land, seats: number): void {
  const half: Half = [(Math.min(4, seats) * SHARE + 24) / 2, 13];
  const obstacles = obstaclesOf(land);
  for (const province of land.provinces) province.badge = roomForBadge(province, obstacles, half);
}

function obstaclesOf(land: Land, dragon = 36): Obstacle[] {
  return [
    ...land.spaces.map((space): Obstacle => [...space.at!, 25]),
    ...land.provinces.map((one): Obstacle => [...one.dragon!, dragon]),
    ...land.alliances.flatMap((one): Obstacle[] => (one.at ? [[...one.at, 20]] : [])),
    ...land.roads.flatMap((road) => road.line.flatMap((point, k) => along(point, road.line[k + 1]))),
  ];
}

/** Points of a road, from one of its bends to before the next. */
function along(a: Point, b: Point | undefined): Obstacle[] {
  if (!b) return [[...a, 6]];
  const steps = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / 20));
  return Array.from({ length: steps }, (_, k) => [a[0] + ((b[0] - a[0]) * k) / steps, a[1] + ((b[1] - a[1]) * k) / steps, 6]);
}

/** Give provinces whose names have no place one near the dragon, with room for the larger pieces of small maps. */
export function placeLabels(land: Land): void {
  const unplaced = land.provinces.filter(({ label }) => !label);
  const obstacles = unplaced.length ? obstaclesOf(land, 26) : [];
  for (const province of unplaced) {
    const half: Half = [labelWidth(province.labelSize, province.name) / 2 + 28, (province.labelSize + PUSHED) / 2];
    const [x, y] = roomNear(province.dragon!, -ABOVE - PUSHED / 2, province, obstacles, half, () => 0);
    province.label = [x, y + PUSHED / 2];
  }
}

/** Near its name, in the province, on nothing else as far as there is room. */
function roomForBadge(province: Province, obstacles: Obstacle[], half: Half): Point {
  return roomNear(province.label!, province.labelSize * 0.5 + 18, province, obstacles, half, (place) => overName(place, province, half));
}

/** A place in a province, as near as can be to so far below a point. The nearest places are tried first. */
function roomNear([x, y]: Point, down: number, province: Province, obstacles: Obstacle[], half: Half, more: (place: Point) => number): Point {
  const below: Point = [x, y + down];
  if (!province.outline.length) return below;
  const near = obstacles.filter(([ox, oy, radius]) => away(ox - x, FAR[0] + half[0]) < radius && away(oy - y, FAR[1] + half[1]) < radius);
  const isInside = insideOf(province.outline);
  let [best, least] = [below, Infinity];
  for (const [right, under, distance] of stepsFrom(down)) {
    if (distance >= least) break;
    const place: Point = [x + right, y + under];
    let cost = distance + more(place);
    if (cost < least) cost += outside(place, isInside, half);
    if (cost < least) cost += covered(place, near, half, least - cost);
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

const known = new Map<number, Step[]>();
/** The steps from a label to the places round it, the nearest to where a standing should be, so far below, first. */
function stepsFrom(below: number): Step[] {
  let steps = known.get(below);
  if (steps) return steps;
  steps = [[0, below, 0]];
  for (let right = -FAR[0]; right <= FAR[0]; right += STEP[0]) {
    for (let down = -FAR[1]; down <= FAR[1]; down += STEP[1]) steps.push([right, down, Math.hypot(right, (down - below) * 1.3)]);
  }
  known.set(below, steps.sort((one, other) => one[2] - other[2]));
  return steps;
}

/** What it costs that parts of a place lie outside the province. */
function outside([x, y]: Point, isInside: (x: number, y: number) => boolean, [width, height]: Half): number {
  return 130 * CORNERS_AND_MIDDLE.filter(([dx, dy]) => !isInside(x + dx * (width + 4), y + dy * (height + 4))).length;
}

/** What it costs that a place covers things, or comes near to them; no more is counted than makes it too much. */
function covered([x, y]: Point, obstacles: Obstacle[], [width, height]: Half, tooMuch: number): number {
  let cost = 0;
  for (const [ox, oy, radius] of obstacles) {
    const [dx, dy] = [away(ox - x, width), away(oy - y, height)];
    if (dx * dx + dy * dy < radius * radius) cost += radius < 10 ? 9 : 60 + (radius - Math.hypot(dx, dy)) * 8;
    if (cost >= tooMuch) break;
  }
  return cost;
}

/** What it costs that a place covers the province's name. */
function overName([x, y]: Point, { label, labelSize, name }: Province, [width, height]: Half): number {
  const [dx, dy] = [Math.abs(label![0] - x), Math.abs(label![1] - y)];
  return dx < labelWidth(labelSize, name) / 2 + 24 + width && dy < labelSize * 0.5 + height ? 300 : 0;
}

/** How far beyond a length a distance goes. */
function away(distance: number, length: number): number {
  return Math.max(0, Math.abs(distance) - length);
}
