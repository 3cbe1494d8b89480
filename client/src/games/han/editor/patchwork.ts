// Nine provinces in three rows, staggered like bricks so that enough of them touch for fifteen alliances: a map that can be
// played at once, to be drawn on.

import type { Colour, Point } from "../places";
import { boardOf, landOf } from "../land";
import { borderOf, middleOf, neighboursOf, project, spotAt } from "./corners";
import { ally, setPort } from "./edits";
import { type DrawnProvince, type DrawnRoad, type DrawnSpace, rounded, type MapFile } from "./map_file";

/** The rows from above, each with its provinces from the left; where they end, and the height at which a row begins. */
const ROWS: { provinces: [string, Colour][]; ends: [number, number] }[] = [
  { provinces: [["yan", "yellow"], ["song", "green"], ["zheng", "orange"]], ends: [430, 804] },
  { provinces: [["teng", "red"], ["ba", "violet"], ["xu", "yellow"]], ends: [346, 676] },
  { provinces: [["wu", "green"], ["jin", "orange"], ["dai", "red"]], ends: [448, 838] },
];
const [LEFT, RIGHT] = [46, 1154];
const LEVELS = [98, 358, 614, 866];
/** How far lines bend, one after the other, so that the patchwork looks sewn. */
const BENDS = [13, -9, 16, -14, 8, -17, 11];
/** One space is a port and one lies on a border, so that one sees that there are such. */
const PORT = "d3";
const BORDER = ["ba", "jin"] as const;
/** Two that touch and are no allies, for there are sixteen that do. */
const STRANGERS = "teng wu";
const NAMES = ROWS.flatMap(({ provinces }) => provinces.map(([id]) => id));

/** The map, with names for its provinces. */
export function patchwork(name: string, called: (id: string) => string): MapFile {
  const provinces = ROWS.flatMap((row, level) => row.provinces.map(([id, colour], k) => province(id, called(id), colour, level, k)));
  const empty: MapFile = {
    name,
    players: [2, 5],
    display: 4,
    remove_per_colour: { 2: 4, 3: 2, 4: 1, 5: 0 },
    size: [1200, 900],
    provinces,
    spaces: provinces.flatMap(spacesOf),
    roads: provinces.flatMap(({ id }) => ring(id)),
    alliances: [],
    neighbours: [],
    track: { cells: Array.from({ length: 51 }, (_, k): Point => [rounded(34 + k * 22.64), 42]), cell: [21, 40] },
  };
  const touching = { ...empty, neighbours: neighboursOf(empty) };
  const joined = { ...touching, roads: [...touching.roads, ...touching.neighbours.map(([a, b]) => shortest(touching, a, b))] };
  const bordered = setPort(withBorderSpace(joined, ...BORDER), PORT, true);
  const allied = bordered.neighbours.filter((pair) => [...pair].sort().join(" ") !== STRANGERS).reduce((file, [a, b]) => ally(file, a, b).file, bordered);
  return labelled(allied);
}

/** Along a row from the left, with a bend between every two places where lines meet. */
function level(number: number): Point[] {
  const meets = [LEFT, ...[ROWS[number - 1], ROWS[number]].flatMap((row) => row?.ends ?? []), RIGHT].sort((a, b) => a - b);
  return meets.flatMap((x, k): Point[] => {
    const next = meets[k + 1];
    const here: Point = [x, LEVELS[number]! + (k % 2 ? 6 : -6)];
    return next === undefined ? [here] : [here, [rounded((x + next) / 2), LEVELS[number]! + BENDS[(number * 3 + k) % BENDS.length]!]];
  });
}

/** Down the side of a place in a row, without its ends. */
function side(row: number, k: number): Point[] {
  const x = [LEFT, ...ROWS[row]!.ends, RIGHT][k]!;
  return [[x + BENDS[(row * 2 + k * 3) % BENDS.length]!, rounded((LEVELS[row]! + LEVELS[row + 1]!) / 2)]];
}

function province(id: string, name: string, colour: Colour, row: number, k: number): DrawnProvince {
  const [from, to] = [LEFT, ...ROWS[row]!.ends, RIGHT].slice(k, k + 2) as [number, number];
  const along = (number: number): Point[] => level(number).filter(([x]) => x >= from && x <= to);
  const outline = [...along(row), ...side(row, k + 1), ...along(row + 1).reverse(), ...side(row, k).reverse()];
  const [x, y] = [(from + to) / 2, (LEVELS[row]! + LEVELS[row + 1]!) / 2];
  return { id, name, colour, outline, dragon: [rounded(x), y + 14], label_size: 22 };
}

/** Four spaces round the dragon. */
function spacesOf({ id, dragon, outline }: DrawnProvince): DrawnSpace[] {
  const [x, y] = dragon!;
  const half = (Math.max(...outline!.map((one) => one[0])) - Math.min(...outline!.map((one) => one[0]))) / 2;
  const corners: Point[] = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  return corners.map(([dx, dy], k) => {
    const [aside, above] = [BENDS[(NAMES.indexOf(id) * 3 + k * 2) % BENDS.length]!, BENDS[(NAMES.indexOf(id) + k * 4) % BENDS.length]!];
    return { id: `${id[0]}${k + 1}`, provinces: [id], at: [rounded(x + dx * (half - 76) + aside), rounded(y - 16 + dy * 64 + above * 0.8)], port: false };
  });
}

function ring(id: string): DrawnRoad[] {
  return [[1, 2], [2, 3], [3, 4]].map(([a, b]) => [`${id[0]}${a}`, `${id[0]}${b}`]);
}

/** The shortest road from one province to another. */
function shortest(file: MapFile, one: string, other: string): DrawnRoad {
  const of = (id: string): DrawnSpace[] => file.spaces.filter(({ provinces }) => provinces[0] === id);
  const pairs = of(one).flatMap((a) => of(other).map((b) => ({ ends: [a.id, b.id] as DrawnRoad, far: Math.hypot(a.at![0] - b.at![0], a.at![1] - b.at![1]) })));
  return pairs.sort((a, b) => a.far - b.far)[0]!.ends;
}

/** A space more where the road between two provinces crosses their border. */
function withBorderSpace(file: MapFile, one: string, other: string): MapFile {
  const [a, b] = shortest(file, one, other);
  const at = (id: string): Point => file.spaces.find((space) => space.id === id)!.at!;
  const crossings = borderOf(file, one, other).map((line) => project(middleOf([at(a), at(b)]), line));
  const spot = spotAt(file, crossings.sort((x, y) => x.away - y.away)[0]!.at)!;
  const id = `b${one[0]}${other[0]}`;
  const roads = file.roads.filter((road) => road[0] !== a || road[1] !== b);
  return { ...file, spaces: [...file.spaces, { id, ...spot, port: false }], roads: [...roads, [a, id], [id, b]] };
}

/** The names of provinces written where there is room for them. */
function labelled(file: MapFile): MapFile {
  const places = new Map(landOf(boardOf(file), file, 0).provinces.map(({ id, label }) => [id, label!]));
  return { ...file, provinces: file.provinces.map((one) => ({ ...one, label: places.get(one.id)! })) };
}
