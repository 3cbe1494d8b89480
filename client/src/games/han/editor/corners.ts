// The corners of provinces, which neighbours share, and the lines between them: found in the outlines, moved, made and taken away.
// A line between two corners may have many points; they go along with their ends, so that a winding border stays one.

import { insideOf } from "../outline";
import type { Point } from "../places";
import { rounded, type MapFile, sizeOf } from "./map_file";

/** From corner to corner along outlines, with both ends. */
export type Stretch = readonly Point[];

interface Corner {
  at: Point;
  /** Whether lines of several borders meet here, so that it can't be taken away. */
  meets: boolean;
}

interface Frame {
  corners: Corner[];
  stretches: Stretch[];
}

/** An outline that strays no farther than this from a straight line is one. */
const STRAY = 12;
/** How near to a border a space lies on it. */
const NEAR_BORDER = 15;
/** How near to another corner the one that is moved becomes that one. */
const SNAP = 9;
/** What lies this near to a line goes along with it. */
const CLINGS = 30;

export const keyOf = ([x, y]: Point): string => `${x},${y}`;
const edgeKey = (a: Point, b: Point): string => {
  const [one, other] = [keyOf(a), keyOf(b)];
  return one < other ? `${one} ${other}` : `${other} ${one}`;
};
export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

function edges(outline: readonly Point[]): [Point, Point][] {
  return outline.map((point, k) => [point, outline[(k + 1) % outline.length]!]);
}

/** What is found out about the outlines of a file, once, as long as they stay as they are. */
function once<T>(find: (file: MapFile) => T): (file: MapFile) => T {
  const known = new WeakMap<MapFile["provinces"], { features: MapFile["features"]; found: T }>();
  return (file) => {
    const before = known.get(file.provinces);
    if (before && before.features === file.features) return before.found;
    const found = find(file);
    known.set(file.provinces, { features: file.features, found });
    return found;
  };
}

/** The provinces and features along each edge. */
const sharers = once((file): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  const add = (name: string, outline: readonly Point[] = []): void => {
    for (const [a, b] of edges(outline)) {
      const key = edgeKey(a, b);
      const names = found.get(key);
      if (names) names.push(name);
      else found.set(key, [name]);
    }
  };
  for (const { id, outline } of file.provinces) add(id, outline);
  (file.features ?? []).forEach((feature, number) => feature.kind !== "wall" && add(`feature ${number}`, feature.outline));
  return found;
});

/** The provinces that touch: those whose outlines share an edge; of provinces without an outline, what the map says. */
export function neighboursOf(file: MapFile): [string, string][] {
  const outlined = new Set(file.provinces.filter(({ outline }) => outline).map(({ id }) => id));
  const pairs = new Map<string, [string, string]>();
  for (const ids of sharers(file).values()) {
    const [a, b] = ids.filter((id) => outlined.has(id));
    if (a !== undefined && b !== undefined && a !== b) pairs.set([a, b].sort().join(), [a, b]);
  }
  const others = file.neighbours.filter(([a, b]) => !outlined.has(a) || !outlined.has(b));
  return [...pairs.values(), ...others];
}

/** The corners of all provinces, and the stretches between them. */
export const frameOf = once((file): Frame => {
  const along = sharers(file);
  const who = (a: Point, b: Point): string => along.get(edgeKey(a, b))!.join();
  const chains = new Map<string, Point[]>();
  const meeting = new Set<string>();
  for (const { outline = [] } of file.provinces) {
    const count = outline.length;
    const at = (k: number): Point => outline[(k + count) % count]!;
    const ends = outline.map((_, k) => k).filter((k) => who(at(k - 1), at(k)) !== who(at(k), at(k + 1)));
    for (const k of ends) meeting.add(keyOf(at(k)));
    const starts = ends.length ? ends : count ? [0] : [];
    starts.forEach((from, number) => {
      const to = number + 1 < starts.length ? starts[number + 1]! : starts[0]! + count;
      const chain = Array.from({ length: to - from + 1 }, (_, k) => at(from + k));
      const [there, back] = [chain.map(keyOf).join(" "), chain.map(keyOf).reverse().join(" ")];
      chains.set(there < back ? there : back, chain);
    });
  }
  const stretches = [...chains.values()].flatMap((chain) => bends(chain));
  const corners = new Map<string, Corner>();
  for (const stretch of stretches) {
    for (const at of [stretch[0]!, stretch.at(-1)!]) corners.set(keyOf(at), { at, meets: meeting.has(keyOf(at)) });
  }
  return { corners: [...corners.values()], stretches };
});

/** A chain taken apart at its bends. */
function bends(chain: readonly Point[]): Stretch[] {
  const [first, last] = [chain[0]!, chain.at(-1)!];
  let [far, most] = [0, STRAY];
  chain.forEach((point, k) => {
    const off = keyOf(first) === keyOf(last) ? distance(first, point) : project(point, [first, last]).away;
    if (k > 0 && k < chain.length - 1 && off > most) [far, most] = [k, off];
  });
  return far ? [...bends(chain.slice(0, far + 1)), ...bends(chain.slice(far))] : [chain];
}

interface Projection {
  away: number;
  /** How far along the line, from 0 to 1. */
  along: number;
  at: Point;
}

/** The point of a line that is nearest to another point. */
export function project(point: Point, line: readonly Point[]): Projection {
  const lengths = line.slice(1).map((to, k) => distance(line[k]!, to));
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let best: Projection = { away: distance(point, line[0]!), along: 0, at: line[0]! };
  let passed = 0;
  lengths.forEach((length, k) => {
    const [a, b] = [line[k]!, line[k + 1]!];
    const dot = (point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1]);
    const share = length ? Math.min(1, Math.max(0, dot / (length * length))) : 0;
    const at: Point = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
    const away = distance(point, at);
    if (away < best.away) best = { away, along: (passed + length * share) / whole, at };
    passed += length;
  });
  return best;
}

/** The point in the middle of a line, along it. */
export const middleOf = (line: readonly Point[]): Point => alongOf(line, 0.5);

/** The point of a line as far along it as is said, from 0 to 1. */
export function alongOf(line: readonly Point[], part: number): Point {
  const far = lengthOf(line) * part;
  let passed = 0;
  for (const [k, to] of line.slice(1).entries()) {
    const from = line[k]!;
    const length = distance(from, to);
    if (passed + length >= far && length) {
      const share = (far - passed) / length;
      return [rounded(from[0] + (to[0] - from[0]) * share), rounded(from[1] + (to[1] - from[1]) * share)];
    }
    passed += length;
  }
  return line[0]!;
}

export function lengthOf(line: readonly Point[]): number {
  return line.slice(1).reduce((sum, to, k) => sum + distance(line[k]!, to), 0);
}

/** A file with every line that is drawn on it made anew. */
function redrawn(file: MapFile, draw: (line: readonly Point[], closed: boolean) => Point[]): MapFile {
  const closed = (line: Point[]): Point[] => draw(line, true);
  return {
    ...file,
    provinces: file.provinces.map((one) => (one.outline ? { ...one, outline: closed(one.outline) } : one)),
    ...(file.features && {
      features: file.features.map((one) => ({
        ...one,
        ...(one.outline && { outline: closed(one.outline) }),
        ...(one.path && { path: draw(one.path, false) }),
      })),
    }),
    ...(file.coast && { coast: file.coast.map((line) => draw(line, false)) }),
  };
}

/** Whether every province still has ground. */
function isWhole(file: MapFile): boolean {
  return file.provinces.every(({ outline }) => !outline || (outline.length > 2 && Math.abs(area(outline)) > 400));
}

function area(outline: readonly Point[]): number {
  return edges(outline).reduce((sum, [a, b]) => sum + a[0] * b[1] - b[0] * a[1], 0) / 2;
}

/** A corner moved elsewhere, with the lines that lead to it and all that lies on them; as it was where that leaves no province its ground. */
export function moveCorner(file: MapFile, corner: Point, wanted: Point, frame = frameOf(file)): MapFile {
  const [width, height] = sizeOf(file);
  const others = frame.corners.map(({ at }) => at).filter((at) => keyOf(at) !== keyOf(corner));
  const to: Point = others.find((at) => distance(at, wanted) < SNAP) ?? [
    rounded(Math.min(width, Math.max(0, wanted[0]))),
    rounded(Math.min(height, Math.max(0, wanted[1]))),
  ];
  const leading = frame.stretches.flatMap((stretch) => {
    const back = [...stretch].reverse();
    return [...(keyOf(stretch[0]!) === keyOf(corner) ? [stretch] : []), ...(keyOf(back[0]!) === keyOf(corner) ? [back] : [])];
  });
  return pulled(file, corner, to, leading);
}

/** A new corner in the middle of a stretch, at a place of its own. */
export function makeCorner(file: MapFile, stretch: Stretch, wanted: Point): MapFile {
  const middle = middleOf(stretch);
  const near = stretch.slice(1, -1).find((point) => distance(point, middle) < 5);
  const corner = near ?? middle;
  let [whole, line] = [file, stretch];
  if (!near) {
    const k = stretch.findIndex((point, n) => n > 0 && project(middle, [stretch[n - 1]!, point]).away < 0.2);
    const [a, b] = [stretch[k - 1]!, stretch[k]!];
    whole = redrawn(file, (points, closed) => between(points, closed, a, b, corner));
    line = [...stretch.slice(0, k), corner, ...stretch.slice(k)];
  }
  const place = line.findIndex((point) => keyOf(point) === keyOf(corner));
  return pulled(whole, corner, [rounded(wanted[0]), rounded(wanted[1])], [line.slice(0, place + 1).reverse(), line.slice(place)]);
}

/** A line with a point more, between two that follow each other. */
function between(line: readonly Point[], closed: boolean, a: Point, b: Point, point: Point): Point[] {
  const edge = edgeKey(a, b);
  return line.flatMap((from, k) => {
    const to = line[k + 1] ?? (closed ? line[0]! : null);
    return to && edgeKey(from, to) === edge ? [from, point] : [from];
  });
}

/** Lines that begin at a corner pulled along with it, less the farther from it, and what lies on them. */
function pulled(file: MapFile, corner: Point, to: Point, leading: readonly Stretch[]): MapFile {
  const [dx, dy] = [to[0] - corner[0], to[1] - corner[1]];
  const shifted = ([x, y]: Point, share: number): Point => [rounded(x + dx * share), rounded(y + dy * share)];
  const places = new Map<string, Point>([[keyOf(corner), to]]);
  for (const stretch of leading) {
    for (const point of stretch.slice(1, -1)) places.set(keyOf(point), shifted(point, 1 - project(point, stretch).along));
  }
  const moved = redrawn(file, (line, closed) => {
    const points = line.map((point) => places.get(keyOf(point)) ?? point);
    return points.filter((point, k) => keyOf(point) !== keyOf(points[k + 1] ?? (closed ? points[0]! : [Infinity, 0])));
  });
  if (!isWhole(moved)) return file;
  const follow = (at: Point, reach: number): Point => {
    const nearest = leading.map((stretch) => project(at, stretch)).sort((a, b) => a.away - b.away)[0];
    return nearest && nearest.away < reach ? shifted(at, 1 - nearest.along) : at;
  };
  return assignedAnew({
    ...moved,
    spaces: moved.spaces.map((one) => (one.provinces.length > 1 && one.at ? { ...one, at: [...follow(one.at, NEAR_BORDER)] } : one)),
    alliances: moved.alliances.map((one) => (one.at ? { ...one, at: follow(one.at, CLINGS) } : one)),
  });
}

/** A corner taken away: the lines to it become one straight line. The same file where borders meet in it. */
export function straighten(file: MapFile, corner: Point): MapFile {
  const frame = frameOf(file);
  const leading = frame.stretches.filter((line) => [line[0]!, line.at(-1)!].some((end) => keyOf(end) === keyOf(corner)));
  if (leading.length !== 2 || frame.corners.find(({ at }) => keyOf(at) === keyOf(corner))?.meets) return file;
  const ends = leading.map((line) => (keyOf(line[0]!) === keyOf(corner) ? line.at(-1)! : line[0]!));
  if (keyOf(ends[0]!) === keyOf(ends[1]!)) return file;
  const gone = new Set(leading.flat().map(keyOf));
  for (const end of ends) gone.delete(keyOf(end));
  const straight = redrawn(file, (line) => line.filter((point) => !gone.has(keyOf(point))));
  if (!isWhole(straight)) return file;
  const follow = (at: Point, reach: number): Point =>
    leading.some((line) => project(at, line).away < reach) ? roundedPoint(project(at, [ends[0]!, ends[1]!]).at) : at;
  return assignedAnew({
    ...straight,
    spaces: straight.spaces.map((one) => (one.provinces.length > 1 && one.at ? { ...one, at: [...follow(one.at, NEAR_BORDER)] } : one)),
    alliances: straight.alliances.map((one) => (one.at ? { ...one, at: follow(one.at, CLINGS) } : one)),
  });
}

const roundedPoint = ([x, y]: Point): Point => [rounded(x), rounded(y)];

/** Outlines have changed: spaces belong to the provinces in which they lie now, and those that touch now are neighbours. */
function assignedAnew(file: MapFile): MapFile {
  const insides = file.provinces.map(({ id, outline }) => ({ id, isInside: outline ? insideOf(outline) : null }));
  const spaces = file.spaces.map((space) => {
    const [own, other] = space.provinces;
    if (other !== undefined) return space.at ? { ...space, normal: inward(file, own!, space.at) } : space;
    const holds = ({ isInside }: (typeof insides)[number]): boolean => Boolean(isInside?.(...space.at!));
    if (!space.at || insides.some((one) => one.id === own && (!one.isInside || holds(one)))) return space;
    const found = insides.find(holds);
    return found ? { ...space, provinces: [found.id] } : space;
  });
  return { ...file, spaces, neighbours: neighboursOf(file) };
}

/** Where a space would lie. */
interface Spot {
  provinces: string[];
  at: [number, number];
  normal?: Point;
}

/** The province or the border at a point; null where there is no land. */
export function spotAt(file: MapFile, point: Point): Spot | null {
  const at = roundedPoint(point) as [number, number];
  const border = borderAt(file, point);
  if (border) return border;
  const inside = file.provinces.find(({ outline }) => outline && insideOf(outline)(...point));
  if (inside) return { provinces: [inside.id], at };
  const plain = file.provinces.filter(({ outline, dragon }) => !outline && dragon);
  const nearest = plain.sort((a, b) => distance(a.dragon!, point) - distance(b.dragon!, point))[0];
  return nearest ? { provinces: [nearest.id], at } : null;
}

function borderAt(file: MapFile, point: Point): Spot | null {
  const known = new Set(file.provinces.map(({ id }) => id));
  const along = sharers(file);
  let best: { away: number; at: Point; provinces: string[] } = { away: NEAR_BORDER, at: point, provinces: [] };
  for (const { outline = [] } of file.provinces) {
    for (const [a, b] of edges(outline)) {
      const between = along.get(edgeKey(a, b))!.filter((id) => known.has(id));
      if (between.length < 2) continue;
      const { away, at } = project(point, [a, b]);
      if (away < best.away) best = { away, at, provinces: between };
    }
  }
  if (!best.provinces.length) return null;
  const at = roundedPoint(best.at) as [number, number];
  return { provinces: best.provinces, at, normal: inward(file, best.provinces[0]!, at) };
}

/** The way from a point of its border into a province, of length 1. */
function inward(file: MapFile, id: string, at: Point): [number, number] {
  const isInside = insideOf(file.provinces.find((one) => one.id === id)?.outline ?? []);
  const ways = Array.from({ length: 32 }, (_, k): Point => [Math.cos((k * Math.PI) / 16), Math.sin((k * Math.PI) / 16)]);
  const inside = ways.filter(([x, y]) => isInside(at[0] + 14 * x, at[1] + 14 * y));
  const [x, y] = inside.reduce<[number, number]>((sum, way) => [sum[0] + way[0], sum[1] + way[1]], [0, 0]);
  const length = Math.hypot(x, y) || 1;
  return [Math.round((x / length) * 1000) / 1000, Math.round((y / length) * 1000) / 1000];
}

/** The border between two provinces, as the stretches that both have. */
export function borderOf(file: MapFile, one: string, other: string): Stretch[] {
  const along = sharers(file);
  const isTheirs = (a: Point, b: Point): boolean => [one, other].every((id) => along.get(edgeKey(a, b))?.includes(id));
  return frameOf(file).stretches.filter((line) => isTheirs(line[0]!, line[1]!));
}
