// What can be done to a map: each gives a new file, or the same where it can't be done.

import { insideOf } from "../outline";
import { type Colour, type Point, roadId } from "../places";
import { alongOf, borderOf, distance, middleOf, project, spotAt, type Stretch } from "./corners";
import { type DrawnRoad, type DrawnSpace, isId, rounded, type MapFile, sizeOf } from "./map_file";

/** Spaces and dragons are no nearer to each other than this, where there is room. */
const APART = 52;

/** A name for a thing of the map: its kind and its id. */
export type Thing = `${Kind}:${string}`;
type Kind = "province" | "dragon" | "label" | "space" | "road" | "alliance" | "corner" | "bend";

export const kindOf = (thing: Thing): Kind => thing.slice(0, thing.indexOf(":")) as Kind;
export const idOf = (thing: Thing): string => thing.slice(thing.indexOf(":") + 1);
export const roadOf = (file: MapFile, id: string): DrawnRoad | undefined => file.roads.find(([a, b]) => roadId(a, b) === `road:${id}`);
export const thingOfRoad = ([a, b]: DrawnRoad): Thing => roadId(a, b) as Thing;
export const pointOf = (id: string): Point => id.split(",").map(Number) as unknown as Point;

const point = ([x, y]: Point): [number, number] => [rounded(x), rounded(y)];

function within(file: MapFile, [x, y]: Point): [number, number] {
  const [width, height] = sizeOf(file);
  return point([Math.min(width - 10, Math.max(10, x)), Math.min(height - 10, Math.max(10, y))]);
}

/** A space more, at a point; null where there is no land. */
export function addSpace(file: MapFile, at: Point): { file: MapFile; id: string } | null {
  const spot = spotAt(file, at);
  if (!spot) return null;
  const id = freeId(file, spot.provinces.length > 1 ? "b" : (/[a-z]/.exec(spot.provinces[0]!)?.[0] ?? "s"));
  return { file: { ...file, spaces: [...file.spaces, { id, ...spot, port: false }] }, id };
}

function freeId(file: MapFile, letter: string): string {
  const taken = new Set(file.spaces.map(({ id }) => id));
  for (let number = 1; ; number += 1) if (!taken.has(`${letter}${number}`)) return `${letter}${number}`;
}

/** Room for another space in a province: inside, and as far as can be from everything else. */
export function roomIn(file: MapFile, province: string): Point | null {
  const [width, height] = sizeOf(file);
  const taken = [...file.spaces.map(({ at }) => at!), ...file.provinces.map(({ dragon }) => dragon!)];
  const own = file.provinces.find(({ id }) => id === province)!;
  const isInside = own.outline ? insideOf(own.outline) : () => true;
  let best: { room: number; at: Point } | null = null;
  for (let y = 20; y < height; y += 20) {
    for (let x = 20; x < width; x += 20) {
      if (!isInside(x, y)) continue;
      const room = Math.min(APART * 1.5, ...taken.map((at) => distance([x, y], at))) - distance([x, y], own.dragon!) / 100;
      if (best && room <= best.room) continue;
      const spot = spotAt(file, [x, y]);
      if (spot?.provinces.length === 1 && spot.provinces[0] === province) best = { room, at: [x, y] };
    }
  }
  return best?.at ?? null;
}

function changeSpace(file: MapFile, id: string, change: (space: DrawnSpace) => DrawnSpace): MapFile {
  return { ...file, spaces: file.spaces.map((one) => (one.id === id ? change(one) : one)) };
}

/** A space elsewhere: its province follows from its place, and its roads go along. */
export function moveSpace(file: MapFile, id: string, to: Point): MapFile {
  const spot = spotAt(file, within(file, to));
  const before = file.spaces.find((one) => one.id === id);
  if (!spot || !before) return file;
  const { normal: _, ...rest } = before;
  const moved = changeSpace(file, id, () => ({ ...rest, ...spot }));
  const roads = file.roads.map((road) => (road[0] === id || road[1] === id ? carried(road, id, before.at!, spot.at) : road));
  return { ...moved, roads };
}

/** A road whose one end is elsewhere: its points are pulled along, the less the farther they are from it. */
function carried(road: DrawnRoad, id: string, from: Point, to: Point): DrawnRoad {
  const [a, b, points] = road;
  if (!points?.length) return road;
  const count = points.length + 1;
  const share = (k: number): number => (a === id ? 1 - (k + 1) / count : (k + 1) / count);
  return [a, b, points.map(([x, y], k) => point([x + (to[0] - from[0]) * share(k), y + (to[1] - from[1]) * share(k)]))];
}

/** A space less, and the roads that led to it. */
export function removeSpace(file: MapFile, id: string): MapFile {
  const spaces = file.spaces.filter((one) => one.id !== id);
  return { ...file, spaces, roads: file.roads.filter(([a, b]) => a !== id && b !== id) };
}

export function setPort(file: MapFile, id: string, port: boolean): MapFile {
  return changeSpace(file, id, (space) => ({ ...space, port }));
}

/** A space by another id, if it is free. */
export function renameSpace(file: MapFile, id: string, name: string): MapFile {
  if (!isId(name) || file.spaces.some((one) => one.id === name)) return file;
  const other = (one: string): string => (one === id ? name : one);
  const roads = file.roads.map(([a, b, ...more]): DrawnRoad => [other(a), other(b), ...more]);
  return { ...changeSpace(file, id, (space) => ({ ...space, id: name })), roads };
}

/** A road between two spaces; the same file if there is one. */
export function addRoad(file: MapFile, a: string, b: string): MapFile {
  if (a === b || file.roads.some(([one, other]) => roadId(one, other) === roadId(a, b))) return file;
  return { ...file, roads: [...file.roads, [a, b]] };
}

function removeRoad(file: MapFile, id: string): MapFile {
  return { ...file, roads: file.roads.filter((road) => thingOfRoad(road) !== `road:${id}`) };
}

/** A road drawn through a point; straight where it is near to the straight line. */
export function bendRoad(file: MapFile, id: string, through: Point): MapFile {
  const at = new Map(file.spaces.map((space) => [space.id, space.at!]));
  const bent = ([a, b]: DrawnRoad): DrawnRoad => {
    const [from, to] = [at.get(a)!, at.get(b)!];
    if (project(through, [from, to]).away < 6) return [a, b];
    const control: Point = [2 * through[0] - (from[0] + to[0]) / 2, 2 * through[1] - (from[1] + to[1]) / 2];
    const curve = (t: number, axis: 0 | 1): number => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * control[axis] + t ** 2 * to[axis];
    return [a, b, [0.17, 0.33, 0.5, 0.67, 0.83].map((t) => point([curve(t, 0), curve(t, 1)]))];
  };
  return { ...file, roads: file.roads.map((road) => (thingOfRoad(road) === `road:${id}` ? bent(road) : road)) };
}

/** A place on a border for the mark of an alliance: as far from roads, spaces and other marks as is needed, and near its middle. */
function roomOn(file: MapFile, border: readonly Stretch[]): [number, number] | null {
  const at = new Map(file.spaces.map((space) => [space.id, space.at!]));
  const roads = file.roads.map(([a, b, points = []]) => [at.get(a)!, ...points, at.get(b)!]);
  const taken = [...at.values(), ...file.alliances.flatMap((one) => (one.at ? [one.at] : []))];
  const places = border.flatMap((line) => [0.12, 0.25, 0.4, 0.5, 0.6, 0.75, 0.88].map((share) => alongOf(line, share)));
  const centre = places.length ? middleOf([places[0]!, places.at(-1)!]) : null;
  const worth = (place: Point): number =>
    Math.min(24, ...roads.map((road) => project(place, road).away)) + Math.min(48, ...taken.map((one) => distance(place, one))) - distance(place, centre!) / 8;
  const best = places.map((place) => ({ place, worth: worth(place) })).sort((x, y) => y.worth - x.worth)[0];
  return best ? point(best.place) : null;
}

/** The first number that no alliance has. */
function freeNumber(file: MapFile): number {
  const taken = new Set(file.alliances.map(({ number }) => number));
  for (let number = 1; ; number += 1) if (!taken.has(number)) return number;
}

/** The alliance between two provinces, if there is one. */
function allianceBetween(file: MapFile, one: string, other: string): number | null {
  const pair = [one, other].sort().join();
  return file.alliances.find(({ between }) => [...between].sort().join() === pair)?.number ?? null;
}

/** An alliance more, drawn in the middle of their border; its number is the first that is free. */
export function ally(file: MapFile, one: string, other: string): { file: MapFile; number: number } {
  const known = allianceBetween(file, one, other);
  if (known !== null) return { file, number: known };
  const number = freeNumber(file);
  const dragon = (id: string): Point => file.provinces.find((province) => province.id === id)!.dragon!;
  const [a, b] = [dragon(one), dragon(other)];
  const at = roomOn(file, borderOf(file, one, other)) ?? point([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  const alliances = [...file.alliances, { number, between: [one, other] as [string, string], at }];
  return { file: { ...file, alliances: alliances.sort((x, y) => x.number - y.number) }, number };
}

/** An alliance by another number; the one that has it takes the number of this one. */
export function renumber(file: MapFile, from: number, to: number): MapFile {
  const other = (number: number): number => (number === from ? to : number === to ? from : number);
  const alliances = file.alliances.map((one) => ({ ...one, number: other(one.number) }));
  return { ...file, alliances: alliances.sort((x, y) => x.number - y.number) };
}

export function recolour(file: MapFile, id: string, colour: Colour): MapFile {
  return { ...file, provinces: file.provinces.map((one) => (one.id === id ? { ...one, colour } : one)) };
}

/** A province by another name; where that can be typed, its id follows. */
export function rename(file: MapFile, id: string, name: string): MapFile {
  const wanted = typed(name);
  const isFree = isId(wanted) && !file.provinces.some((one) => one.id === wanted && one.id !== id);
  const now = isFree ? wanted : id;
  const other = (one: string): string => (one === id ? now : one);
  const pair = ([a, b]: readonly string[]): [string, string] => [other(a!), other(b!)];
  return {
    ...file,
    provinces: file.provinces.map((one) => (one.id === id ? { ...one, id: now, name } : one)),
    spaces: file.spaces.map((one) => ({ ...one, provinces: one.provinces.map(other) })),
    alliances: file.alliances.map((one) => ({ ...one, between: pair(one.between) })),
    neighbours: file.neighbours.map(pair),
  };
}

/** A name as one would type it: without accents, small, and with dashes. */
function typed(name: string): string {
  const plain = name.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^[-\d]+|-+$/g, "").slice(0, 20);
}

/** A thing elsewhere; the name of a province goes along with its dragon. */
export function move(file: MapFile, thing: Thing, to: Point): MapFile {
  const id = idOf(thing);
  const at = within(file, to);
  switch (kindOf(thing)) {
    case "space":
      return moveSpace(file, id, at);
    case "bend":
      return bendRoad(file, id, at);
    case "alliance":
      return { ...file, alliances: file.alliances.map((one) => (String(one.number) === id ? { ...one, at } : one)) };
    case "label":
      return { ...file, provinces: file.provinces.map((one) => (one.id === id ? { ...one, label: at } : one)) };
    case "dragon":
      return {
        ...file,
        provinces: file.provinces.map((one) => {
          if (one.id !== id) return one;
          const [dx, dy] = [at[0] - one.dragon![0], at[1] - one.dragon![1]];
          return { ...one, dragon: at, ...(one.label && { label: point([one.label[0] + dx, one.label[1] + dy]) }) };
        }),
      };
    default:
      return file;
  }
}

/** A thing less; provinces stay, for a map has nine. */
export function remove(file: MapFile, thing: Thing): MapFile {
  const id = idOf(thing);
  if (thing.startsWith("space:")) return removeSpace(file, id);
  if (thing.startsWith("road:") || thing.startsWith("bend:")) return removeRoad(file, id);
  if (thing.startsWith("alliance:")) return { ...file, alliances: file.alliances.filter(({ number }) => String(number) !== id) };
  return file;
}
