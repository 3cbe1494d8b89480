// The file of a map, whole, as it is drawn and played. What is drawn anew is a new file; the old one stays as it was.

import type { Colour, Drawing, Point } from "../places";

export interface MapFile extends Drawing {
  players: [number, number];
  remove_per_colour: Record<string, number>;
  neighbours: [string, string][];
  variant?: string;
}
export type DrawnProvince = MapFile["provinces"][number];
export type DrawnSpace = MapFile["spaces"][number];
type DrawnAlliance = MapFile["alliances"][number];
export type DrawnRoad = MapFile["roads"][number];

/** How large a map is, where it does not say. */
const SIZE: Point = [1200, 900];
export const FORTIFICATIONS = "fortifications";
export const MARKET_PLACES = "market_places";
const PLAIN_WORD = /^[a-z][a-z0-9_-]{0,19}$/;

/** A coordinate or a length, no finer than anybody sees. */
export function rounded(number: number): number {
  return Math.round(number * 10) / 10;
}

export function sizeOf(file: MapFile): Point {
  return file.size ?? SIZE;
}

/** Whether something can be typed as an id. */
export function isId(text: string): boolean {
  return PLAIN_WORD.test(text) && text !== "with";
}

/** The file of a map: short enough for a server, and with an entry a line for whoever reads it. */
export function written(file: MapFile): string {
  const parts = Object.entries(file).map(([key, value]) => {
    const lines = Array.isArray(value) && value.length > 2 ? value.map((entry) => `    ${JSON.stringify(entry)}`).join(",\n") : null;
    return `  ${JSON.stringify(key)}: ${lines === null ? JSON.stringify(value) : `[\n${lines}\n  ]`}`;
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}

/** What was read, and how many entries could not be and were left out. */
interface Read {
  file: MapFile;
  left: number;
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= 1e6;
const isPoint = (value: unknown): value is [number, number] => Array.isArray(value) && value.length === 2 && value.every(isNumber);
const isLine = (value: unknown): value is Point[] => Array.isArray(value) && value.every(isPoint);
// Tables load this file by itself, and with it nothing else.
const COLOURS: Record<Colour, true> = { violet: true, yellow: true, orange: true, green: true, red: true };
const isColour = (value: unknown): value is Colour => typeof value === "string" && Object.hasOwn(COLOURS, value);

/** A map from what a file holds; null if it is none. Whatever can be drawn is taken, for what is wrong with it is to be mended. */
export function readMapFile(given: unknown): Read | null {
  if (!isFields(given) || !Array.isArray(given.provinces) || !Array.isArray(given.spaces)) return null;
  const provinces = kept(given.provinces, readProvince);
  const known = new Set(provinces.map(({ id }) => id));
  const spaces = kept(given.spaces, (entry, taken) => readSpace(entry, taken, known));
  const roads = kept(given.roads, (entry, taken) => readRoad(entry, taken, new Set(spaces.map(({ id }) => id))));
  const alliances = kept(given.alliances, (entry, taken) => readAlliance(entry, taken, known));
  const lists = [[given.provinces, provinces], [given.spaces, spaces], [given.roads, roads], [given.alliances, alliances]];
  if (provinces.length === 0) return null;
  const { features, coast, decor, track, variant, ...rest } = given;
  const file = placed({
    ...rest,
    name: typeof given.name === "string" ? given.name : "",
    players: readPlayers(given.players),
    display: isNumber(given.display) ? given.display : 4,
    remove_per_colour: readRemoved(given.remove_per_colour),
    ...(variant === FORTIFICATIONS || variant === MARKET_PLACES ? { variant } : {}),
    size: isPoint(given.size) && Math.min(...given.size) >= 100 ? given.size : undefined,
    provinces,
    spaces,
    roads,
    alliances,
    neighbours: kept(given.neighbours, (entry, taken) => readPair(entry, taken, known)),
    ...readPicture({ features, coast, decor, track }),
  } as MapFile);
  const left = lists.reduce((sum, [all, read]) => sum + (Array.isArray(all) ? all.length : 0) - (read as unknown[]).length, 0);
  return { file, left };
}

/** The entries that can be read; what is there already is in `taken`, by whatever tells entries apart. */
function kept<T>(entries: unknown, read: (entry: unknown, taken: Set<unknown>) => T | null): T[] {
  const taken = new Set<unknown>();
  return (Array.isArray(entries) ? entries : []).map((entry) => read(entry, taken)).filter((entry) => entry !== null);
}

/** Note a name; whether it was free. */
function claim(taken: Set<unknown>, name: unknown): boolean {
  return !taken.has(name) && Boolean(taken.add(name));
}

function readProvince(entry: unknown, taken: Set<unknown>): DrawnProvince | null {
  if (!isFields(entry) || typeof entry.id !== "string" || !entry.id || !claim(taken, entry.id)) return null;
  const { label, dragon, outline, label_size, ...rest } = entry;
  return {
    ...rest,
    id: entry.id,
    name: typeof entry.name === "string" ? entry.name : entry.id,
    colour: isColour(entry.colour) ? entry.colour : "yellow",
    ...(isPoint(dragon) ? { dragon } : {}),
    ...(isPoint(label) ? { label } : {}),
    ...(isNumber(label_size) ? { label_size } : {}),
    ...(isLine(outline) && outline.length > 2 ? { outline } : {}),
  };
}

function readSpace(entry: unknown, taken: Set<unknown>, provinces: ReadonlySet<string>): DrawnSpace | null {
  if (!isFields(entry) || typeof entry.id !== "string" || !entry.id || !Array.isArray(entry.provinces)) return null;
  const owners = [...new Set(entry.provinces as string[])].filter((id) => provinces.has(id)).slice(0, 2);
  if (!owners.length || !claim(taken, entry.id)) return null;
  const { at, normal, port, ...rest } = entry;
  return {
    ...rest,
    id: entry.id,
    provinces: owners,
    ...(isPoint(at) ? { at } : {}),
    port: port === true,
    ...(isPoint(normal) ? { normal } : {}),
  };
}

function readRoad(entry: unknown, taken: Set<unknown>, spaces: ReadonlySet<string>): DrawnRoad | null {
  const [a, b, points] = Array.isArray(entry) ? (entry as unknown[]) : [];
  if (typeof a !== "string" || typeof b !== "string" || a === b || !spaces.has(a) || !spaces.has(b)) return null;
  if (!claim(taken, [a, b].sort().join())) return null;
  return isLine(points) && points.length ? [a, b, points] : [a, b];
}

function readPair(entry: unknown, taken: Set<unknown>, provinces: ReadonlySet<string>): [string, string] | null {
  const [a, b] = Array.isArray(entry) ? (entry as unknown[]) : [];
  if (typeof a !== "string" || typeof b !== "string" || a === b || !provinces.has(a) || !provinces.has(b)) return null;
  return claim(taken, [a, b].sort().join()) ? [a, b] : null;
}

function readAlliance(entry: unknown, taken: Set<unknown>, provinces: ReadonlySet<string>): DrawnAlliance | null {
  if (!isFields(entry) || !isNumber(entry.number)) return null;
  const between = readPair(entry.between, new Set(), provinces);
  if (!between || !claim(taken, entry.number)) return null;
  return { number: entry.number, between, ...(isPoint(entry.at) ? { at: entry.at } : {}) };
}

function readPlayers(given: unknown): [number, number] {
  return isPoint(given) ? given : [2, 5];
}

function readRemoved(given: unknown): Record<string, number> {
  return isFields(given) ? Object.fromEntries(Object.entries(given).filter((entry): entry is [string, number] => isNumber(entry[1]))) : {};
}

/** What only lies there, as far as it can be drawn. */
function readPicture({ features, coast, decor, track }: Fields): Partial<MapFile> {
  const lines = (value: unknown): boolean => value === undefined || isLine(value);
  const list = (value: unknown, isEntry: (entry: unknown) => boolean): boolean => value === undefined || (Array.isArray(value) && value.every(isEntry));
  const isName = (value: unknown): boolean => isFields(value) && typeof value.name === "string" && isPoint(value.at) && (value.angle === undefined || isNumber(value.angle));
  const isGate = (value: unknown): boolean => Array.isArray(value) && isNumber(value[0]) && isNumber(value[1]);
  const isFeature = (value: unknown): boolean =>
    isFields(value) && typeof value.kind === "string" && [value.outline, value.hole, value.path].every(lines) &&
    (isPoint(value.label) || !["mountains", "lake"].includes(value.kind)) && list(value.names, isName) && list(value.gates, isGate);
  const isDecor = (value: unknown): boolean => isFields(value) && isPoint(value.at) && isNumber(value.size) && typeof value.kind === "string";
  const isTrack = isFields(track) && isLine(track.cells) && track.cells.length > 1 && isPoint(track.cell);
  return {
    ...(Array.isArray(features) ? { features: features.filter(isFeature) as MapFile["features"] } : {}),
    ...(Array.isArray(coast) ? { coast: coast.filter(isLine) as MapFile["coast"] } : {}),
    ...(Array.isArray(decor) ? { decor: decor.filter(isDecor) as MapFile["decor"] } : {}),
    ...(isTrack ? { track: track as MapFile["track"] } : {}),
  };
}

/** A map on which everything has a place: what says none is laid out in rows, spaces round their dragon. */
function placed(file: MapFile): MapFile {
  const [width, height] = file.size ?? SIZE;
  const columns = Math.ceil(Math.sqrt(file.provinces.length));
  const rows = Math.ceil(file.provinces.length / columns);
  const provinces = file.provinces.map((one, k) => {
    const at: [number, number] = [rounded((((k % columns) + 0.5) * width) / columns), rounded(((Math.floor(k / columns) + 0.5) * height) / rows)];
    return one.dragon ? one : { ...one, dragon: at };
  });
  const dragonOf = new Map(provinces.map(({ id, dragon }) => [id, dragon!]));
  const spaces = file.spaces.map((one, k): DrawnSpace => {
    if (one.at) return one;
    const [first = [0, 0], second] = one.provinces.map((id) => dragonOf.get(id)!);
    if (second) return { ...one, at: [rounded((first[0] + second[0]) / 2), rounded((first[1] + second[1]) / 2)] };
    return { ...one, at: [rounded(first[0] + 95 * Math.cos(k * 2.4)), rounded(first[1] + 80 * Math.sin(k * 2.4))] };
  });
  const far = (axis: 0 | 1): number => Math.max(...[...spaces.map(({ at }) => at!), ...provinces.map(({ dragon }) => dragon!)].map((at) => at[axis] + 60));
  const size: Point = file.size ?? [Math.max(width, far(0)), Math.max(height, far(1))];
  return { ...file, size, provinces, spaces };
}
