// The map as it is drawn: what the table says of it, with the outlines, decorations and labels of its drawing.

import { placeBadges, placeLabels } from "./badges";
import { insideOf } from "./outline";
import { type Alliance, type Colour, type Drawing, type Land, type Point, type Province, type Road, roadId, type Space } from "./places";
import type { Board } from "./types";

const DRAWINGS = import.meta.glob<{ default: Drawing }>("../../../../src/lantern/games/han/data/*.json");

/** What pictures need of a map that the host of a table brought, as far as it can be drawn. */
async function readDrawing(brought: object): Promise<Drawing> {
  const { readMapFile } = await import("./editor/map_file");
  return readMapFile(brought)!.file;
}

/** The drawing data of a map of the box. */
export async function drawingOf(chosen: string): Promise<Drawing> {
  const file = `/${chosen.replaceAll("-", "_")}.json`;
  const place = Object.keys(DRAWINGS).find((name) => name.endsWith(file));
  if (!place) throw new Error(`there is no map ${chosen}`);
  return (await DRAWINGS[place]!()).default;
}

/** What a table would say of a map on which nobody plays. */
export function boardOf(drawing: Drawing): Board {
  return {
    ...drawing,
    provinces: drawing.provinces.map((one) => ({
      ...one,
      at: one.dragon ?? null,
      spaces: drawing.spaces.filter((space) => space.provinces.includes(one.id)).map((space) => space.id),
    })),
    spaces: drawing.spaces.map((one) => ({ ...one, at: one.at ?? null, port: one.port ?? false })),
    roads: drawing.roads.map(([a, b]) => [a, b]),
    drawing: null,
  };
}

const loaded = new WeakMap<Board, Land>();

/** A map to draw, from what the table says of it and the name of the map that was chosen. */
export async function loadLand(board: Board, chosen: string, seats: number): Promise<Land> {
  const land = landOf(board, board.drawing ? await readDrawing(board.drawing) : await drawingOf(chosen), seats);
  loaded.set(board, land);
  return land;
}

/** The map of a table that has been drawn before, and was only taken off the page; null if it has not. */
export function loadedLand(board: Board | null): Land | null {
  return (board && loaded.get(board)) ?? null;
}

/** The map as it is drawn, with room for the standings of so many seats; for none, nobody plays on it. */
export function landOf(board: Board, drawing: Drawing, seats: number): Land {
  const byId = <T extends { id: string }>(list: readonly T[]): Map<string, T> => new Map(list.map((one) => [one.id, one]));
  const [drawnProvinces, drawnSpaces, known] = [byId(drawing.provinces), byId(drawing.spaces), byId(board.provinces)];
  const spaces: Space[] = board.spaces.map((one) => ({
    ...one,
    colours: one.provinces.map((id) => known.get(id)!.colour),
    turned: turn(drawnSpaces.get(one.id)?.normal ?? toward(one.at, known.get(one.provinces[0]!)?.at)),
  }));
  const provinces: Province[] = board.provinces.map((one) => {
    const drawn = drawnProvinces.get(one.id);
    const dragon = one.at ?? drawn?.dragon ?? null;
    return { ...one, dragon, label: drawn?.label ?? null, labelSize: drawn?.label_size ?? 24, outline: drawn?.outline ?? [], badge: null };
  });
  const at = new Map(spaces.map((space) => [space.id, space.at]));
  const via = new Map(drawing.roads.map(([a, b, points = []]) => [roadId(a, b), { from: a, points }]));
  const roads: Road[] = board.roads.map(([a, b]) => {
    const { from, points } = via.get(roadId(a, b)) ?? { from: a, points: [] };
    const between = from === a ? points : [...points].reverse();
    return { id: roadId(a, b), ends: [a, b], line: [at.get(a), ...between, at.get(b)].filter((point) => !!point) };
  });
  const marks = new Map(drawing.alliances.map((one) => [one.number, one.at]));
  const alliances: Alliance[] = board.alliances.map((one) => ({
    ...one,
    at: marks.get(one.number) ?? middle(known.get(one.between[0])?.at, known.get(one.between[1])?.at),
  }));
  const land: Land = {
    name: board.name,
    display: board.display,
    size: drawing.size ?? extent([...spaces.map((one) => one.at), ...provinces.map((one) => one.dragon)]),
    provinces,
    spaces,
    roads,
    alliances,
    features: drawing.features ?? [],
    coast: drawing.coast ?? [],
    decor: (drawing.decor ?? []).map((one) => ({ ...one, colour: colourAt(provinces, one.at) })),
    track: drawing.track ?? null,
    drawable: spaces.every((one) => one.at) && provinces.every((one) => one.dragon),
  };
  if (land.drawable) placeLabels(land);
  if (land.drawable && seats) placeBadges(land, seats);
  return land;
}

function turn(normal: Point | undefined): number {
  return normal ? (Math.atan2(normal[1], normal[0]) * 180) / Math.PI + 180 : 0;
}

function toward(from: Point | null, to: Point | null | undefined): Point | undefined {
  return from && to ? [to[0] - from[0], to[1] - from[1]] : undefined;
}

function middle(a: Point | null | undefined, b: Point | null | undefined): Point | null {
  return a && b ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] : null;
}

function extent(points: (Point | null)[]): Point {
  const there = points.filter((point) => point !== null);
  return [Math.max(200, ...there.map(([x]) => x + 60)), Math.max(200, ...there.map(([, y]) => y + 60))];
}

function colourAt(provinces: readonly Province[], at: Point): Colour {
  return provinces.find((province) => insideOf(province.outline)(...at))?.colour ?? "yellow";
}

/**
 * Where a finger means each place, drawn round it: no farther than a radius, and nearer to it than to any other place.
 * The marks of alliances are such places where they can be taken in hand.
 */
export function reaches(land: Land, radius: number, marks = false): Map<string, Point[]> {
  const places = [
    ...(marks ? land.alliances.flatMap(({ number, at }) => (at ? [[`alliance:${number}`, at] as const] : [])) : []),
    ...land.spaces.map((space) => [`space:${space.id}`, space.at!] as const),
    ...land.provinces.map((province) => [`dragon:${province.id}`, province.dragon!] as const),
  ];
  const round = Array.from({ length: 24 }, (_, k): Point => [
    Math.round(radius * Math.cos((k * Math.PI) / 12)),
    Math.round(radius * Math.sin((k * Math.PI) / 12)),
  ]);
  return new Map(
    places.map(([id, [x, y]]) => [
      id,
      places.reduce((area, [other, at]) => {
        const away = Math.hypot(at[0] - x, at[1] - y);
        return other === id || away > 2 * radius + 2 ? area : nearer(area, [at[0] - x, at[1] - y]);
      }, round),
    ]),
  );
}

/** The part of an area that is nearer to its middle than to some point. */
function nearer(area: Point[], [x, y]: Point): Point[] {
  const beyond = (point: Point): number => point[0] * x + point[1] * y - (x * x + y * y) / 2;
  return area.flatMap((to, k) => {
    const from = area.at(k - 1)!;
    const [before, after] = [beyond(from), beyond(to)];
    const share = before / (before - after);
    const cut: Point[] = before * after < 0 ? [[from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]] : [];
    return after <= 0 ? [...cut, to] : cut;
  });
}

/** A line through points as the data of a path. */
export function path(points: readonly Point[] = [], closed = false): string {
  return points.length ? `M${points.map(([x, y]) => `${x},${y}`).join("L")}${closed ? "Z" : ""}` : "";
}

/** The provinces in which some place can be chosen. */
export function openProvinces(land: Land, can: ReadonlySet<string>): Set<string> {
  const open = land.provinces.filter(({ id, spaces }) => can.has(`dragon:${id}`) || spaces.some((space) => can.has(`space:${space}`)));
  return new Set(open.map(({ id }) => id));
}
