// The places of a board, where they lie, and what lies on them.

import { type Fields, isFields, isFlat, singular } from "./words";

/** Where a board says which fields of a view hold seats. */
const OWNERS = "owners";

export interface Mark {
  field: string;
  value: unknown;
  /** Whether it is somebody's, and the value his seat. */
  owned: boolean;
}
export interface Place {
  thing: string;
  name: string;
  at: [number, number] | null;
  marks: Mark[];
}
export interface Layout {
  /** Places with coordinates. */
  map: Place[];
  /** What leads from one of them to another. */
  ways: [Place, Place][];
  /** Places without, row by row. */
  rows: [string, Place[]][];
  /** The fields of the view that lie on places. */
  laid: Set<string>;
}

/** Lay out a board with what a view says of its places; places that nobody speaks of are left out. */
export function layOut(board: Fields, view: Fields, offered: ReadonlySet<string>): Layout {
  const owners = new Set(Array.isArray(board[OWNERS]) ? (board[OWNERS] as string[]) : []);
  const layout: Layout = { map: [], ways: [], rows: [], laid: new Set() };
  const byId = new Map<string, Place>();
  for (const [name, list] of Object.entries(board)) {
    const places = Array.isArray(list) && name !== OWNERS ? list.map((one) => placeOf(singular(name), one)) : [];
    if (places.length < 2 || !places.every((place) => place !== null)) continue;
    const ids = places.map((place) => place.thing.slice(singular(name).length + 1));
    let spoken = places.some((place) => offered.has(place.thing));
    for (const [field, value] of Object.entries(view)) {
      const marks = along(ids, value);
      if (!marks) continue;
      spoken = true;
      layout.laid.add(field);
      marks.forEach((mark, place) => {
        if (mark !== null && mark !== undefined) places[place]!.marks.push({ field, value: mark, owned: owners.has(field) });
      });
    }
    if (places.every((place) => place.at)) layout.map.push(...places);
    else if (spoken) layout.rows.push([name, places]);
    ids.forEach((id, place) => byId.set(id, places[place]!));
  }
  for (const list of Object.values(board)) {
    if (!Array.isArray(list)) continue;
    for (const pair of list) {
      const [from, to, more] = Array.isArray(pair) ? pair.map((id) => byId.get(String(id))) : [];
      if (from?.at && to?.at && !more) layout.ways.push([from, to]);
    }
  }
  return layout;
}

/** A place by what the board says of it: its name, or an object with an id or a field of that kind. */
function placeOf(kind: string, entry: unknown): Place | null {
  const id = isFields(entry) ? (entry["id"] ?? entry[kind]) : entry;
  if (isFields(id) || Array.isArray(id) || id === null || id === undefined) return null;
  const of = isFields(entry) ? entry : {};
  const at = Array.isArray(of["at"]) && of["at"].length === 2 ? (of["at"] as [number, number]) : null;
  return { thing: `${kind}:${id}`, name: String(of["name"] ?? id), at, marks: [] };
}

/** What a field of a view has for each of some places: a list along them, or an object by their ids; else null. */
function along(ids: readonly string[], value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value.length === ids.length && value.every(isFlat) ? value : null;
  if (!isFields(value)) return null;
  const keys = Object.keys(value);
  return keys.length && keys.every((key) => ids.includes(key) && isFlat(value[key])) ? ids.map((id) => value[id]) : null;
}

/** Where the places of a map lie within it, and how large it is. */
export function frame(map: readonly Place[]): { box: string; size: number } {
  const [across, down] = [0, 1].map((axis) => map.map((place) => place.at![axis]!)) as [number[], number[]];
  const [left, top] = [Math.min(...across), Math.min(...down)];
  const [width, height] = [Math.max(...across) - left, Math.max(...down) - top];
  const size = Math.max(width, height, 1) / 24;
  return { box: [left - 2 * size, top - 2 * size, width + 4 * size, height + 4 * size].join(" "), size };
}

