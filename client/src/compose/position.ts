// A position that is being composed: what a change of one part does to the others. No rules are known here, only what the
// game says of its parts.

import type { Schemas } from "../api/client";

export type Part = Schemas["Part"];
export type Shape = Part["shape"];
export type Position = Readonly<Record<string, unknown>>;
export type Piece = { piece: string; squares: string[]; owners: number[] };
export type Held = { card: string; told: string[]; not: string[] };
type Draft = Record<string, unknown>;
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => value !== null && typeof value === "object" && !Array.isArray(value);
const listOf = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** What stands in a part; undefined where it is left open. */
export function valueOf(position: Position, key: string): unknown {
  const [outer, inner] = cut(key);
  const value = position[outer];
  if (inner === null) return value;
  return isFields(value) ? value[inner] : value === null ? null : undefined;
}

function cut(key: string): [outer: string, inner: string | null] {
  const dot = key.indexOf(".");
  return dot < 0 ? [key, null] : [key.slice(0, dot), key.slice(dot + 1)];
}

function write(draft: Draft, key: string, value: unknown): void {
  const [outer, inner] = cut(key);
  if (inner === null) draft[outer] = value;
  else draft[outer] = value === null ? null : { ...fieldsOf(draft[outer]), [inner]: value };
}

/** A position in which a part is something else; the cards that this takes come from the rest, and those it frees go there. */
export function changed(position: Position, parts: readonly Part[], part: Part, value: unknown): Position {
  const draft: Draft = structuredClone(position) as Draft;
  set(draft, parts, part, value);
  return draft;
}

function set(draft: Draft, parts: readonly Part[], part: Part, value: unknown): void {
  const before = valueOf(draft, part.key);
  write(draft, part.key, value);
  exchangeWithRest(draft, parts, part, before, value);
  leaveOpen(draft, part, before, value);
}

/** Leave open what a change makes doubtful: the server finds it out again. */
function leaveOpen(draft: Draft, part: Part, before: unknown, value: unknown): void {
  const [was, is] = [fieldsOf(before), fieldsOf(value)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !isSame(was[name], is[name]));
  for (const key of part.resets.filter((one) => one !== part.key)) {
    const [outer, inner] = cut(key);
    if (inner === null) delete draft[outer];
    else if (isFields(draft[outer])) {
      const left = { ...(draft[outer] as Fields) };
      for (const name of inner === "*" ? names : [inner]) delete left[name];
      draft[outer] = left;
    }
  }
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

// Cards that are counted together.

/** The part that takes what is left of the cards. */
function restOf(parts: readonly Part[]): Part | null {
  return parts.find(({ pool, shape }) => pool && shape.kind === "cards" && shape.rest) ?? null;
}

/** The cards that lie in something, of those that are counted. */
export function cardsIn(shape: Shape, value: unknown): string[] {
  switch (shape.kind) {
    case "cards":
      return listOf<string>(value);
    case "amounts":
      return Object.entries(fieldsOf(value)).flatMap(([name, count]) => (shape.free.includes(name) ? [] : Array<string>(Number(count)).fill(name)));
    case "rows":
      return Object.entries(fieldsOf(value)).flatMap(([row, values]) => listOf<number>(values).map((one) => `${row} ${one}`));
    case "marked":
      return listOf<Held>(value).map(({ card }) => card);
    case "name":
      return typeof value === "string" ? [value] : [];
    case "by_seat":
      return listOf(value).flatMap((one) => cardsIn(shape.each, one));
    case "by_name":
      return Object.values(fieldsOf(value)).flatMap((one) => cardsIn(shape.each, one));
    default:
      return [];
  }
}

/** Take from the rest what has come into a part, from where it is drawn last, and put there what has gone. */
function exchangeWithRest(draft: Draft, parts: readonly Part[], part: Part, before: unknown, value: unknown): void {
  const rest = restOf(parts);
  if (!part.pool || !rest || part.key === rest.key || !Array.isArray(valueOf(draft, rest.key))) return;
  const left = [...listOf<string>(valueOf(draft, rest.key))];
  const come = cardsIn(part.shape, value);
  const gone = cardsIn(part.shape, before).filter((card) => {
    const place = come.indexOf(card);
    if (place >= 0) come.splice(place, 1);
    return place < 0;
  });
  for (const card of come) {
    const place = left.lastIndexOf(card);
    if (place >= 0) left.splice(place, 1);
  }
  write(draft, rest.key, [...left, ...gone]);
}

/** [card] how many are left to be put somewhere; null if nobody counts them. */
export function cardsLeft(position: Position, parts: readonly Part[]): Map<string, number> | null {
  const rest = restOf(parts);
  const left = rest && valueOf(position, rest.key);
  if (!rest || !Array.isArray(left)) return null;
  const found = new Map<string, number>();
  for (const card of left as string[]) found.set(card, (found.get(card) ?? 0) + 1);
  return found;
}

/** Whether a part has hands that can be filled up from the rest. */
export const canFill = ({ pool, shape }: Part): boolean => pool && shape.kind === "by_seat" && (shape.each.kind === "cards" || shape.each.kind === "marked");

/** A position in which every hand has as many cards as it may, drawn from the rest as long as there are any. */
export function filled(position: Position, parts: readonly Part[], part: Part, players: number): Position {
  const rest = restOf(parts);
  const left = rest && valueOf(position, rest.key);
  if (!rest || !Array.isArray(left) || part.shape.kind !== "by_seat") return position;
  const { each } = part.shape;
  const deck = [...(left as string[])];
  const most = each.kind === "cards" || each.kind === "marked" ? each.most : 0;
  const hands = Array.from({ length: players }, (_, seat) => {
    const hand = listOf<unknown>(listOf<unknown>(valueOf(position, part.key))[seat]);
    const drawn = deck.splice(0, Math.max(0, most - hand.length));
    return [...hand, ...drawn.map((card) => (each.kind === "marked" ? unmarked(card) : card))];
  });
  const draft = structuredClone(position) as Draft;
  set(draft, parts, part, hands);
  write(draft, rest.key, deck);
  return draft;
}

// What is set on the board.

/** What is put on places of the board: a seat, a name, or a piece; null where there is only one thing to put. */
export type What = number | string | null;

/** Whether a shape says, for each of some names, at which place of the board something is. */
const isWhereabouts = (shape: Shape): boolean => (shape.kind === "by_name" || shape.kind === "by_seat") && shape.each.kind === "name" && shape.each.things !== "";

/** What of a part can be put on the board. */
export function choices(part: Part, players: number): What[] {
  const seats = Array.from({ length: players }, (_, place) => place + 1);
  const { shape } = part;
  if (shape.kind === "pieces") return Object.keys(shape.sizes);
  if (shape.kind === "by_seat") return seats;
  if (shape.kind !== "by_name") return [null];
  if (isWhereabouts(shape)) return shape.names;
  const { each } = shape;
  if (each.kind === "seat") return [...seats, ...each.also];
  if (each.kind === "by_seat") return seats;
  return each.kind === "name" ? each.names : [null];
}

/** The places of a kind on the board, as far as some part names them. */
export function placesOf(parts: readonly Part[], things: string): string[] {
  const found = parts.filter((part) => part.things === things).flatMap(({ shape }) => {
    if (shape.kind !== "by_name" && shape.kind !== "by_seat") return [];
    if (!isWhereabouts(shape)) return shape.kind === "by_name" ? shape.names : [];
    return shape.each.kind === "name" ? shape.each.names : [];
  });
  return [...new Set(found)];
}

/** The places of a kind that a board has: those in the list of that name, by their ids. */
export function placesIn(board: unknown, list: string, things: string): string[] {
  return listOf<unknown>(fieldsOf(board)[list]).flatMap((one) => {
    const id = isFields(one) ? (one["id"] ?? one[things]) : one;
    return typeof id === "string" ? [id] : [];
  });
}

/** One thing that stands on the board. */
export interface Standing {
  place: string;
  what: What;
  /** How many of it there are. */
  count: number;
}

/** What of a part stands on the board, and where. */
export function standing(position: Position, part: Part): Standing[] {
  const value = valueOf(position, part.key);
  const { shape } = part;
  const one = (place: string, what: What, count = 1): Standing => ({ place, what, count });
  if (shape.kind === "pieces") return listOf<Piece>(value).map(({ piece, squares }) => one(squares.join(" "), piece));
  if (shape.kind === "by_seat") return listOf<string | null>(value).flatMap((place, seat) => (typeof place === "string" ? [one(place, seat + 1)] : []));
  if (shape.kind !== "by_name") return [];
  return Object.entries(fieldsOf(value)).flatMap(([name, what]) => {
    if (isWhereabouts(shape)) return typeof what === "string" && !also(shape).includes(what) ? [one(what, name)] : [];
    if (shape.each.kind === "by_seat") return listOf<number>(what).flatMap((count, seat) => (count ? [one(name, seat + 1, count)] : []));
    if (shape.each.kind === "number") return what ? [one(name, null, Number(what))] : [];
    return what === null || what === undefined ? [] : [one(name, what as What)];
  });
}

function also(shape: Shape): readonly string[] {
  return (shape.kind === "by_name" || shape.kind === "by_seat") && shape.each.kind === "name" ? shape.each.also : [];
}

/** A position in which something has been put on a place of the board, or taken away from it. */
export function placed(position: Position, parts: readonly Part[], part: Part, place: string, what: What, taking = false): Position {
  const draft = structuredClone(position) as Draft;
  const before = valueOf(draft, part.key);
  const value = taking ? without(part.shape, before, place, what) : withOne(part.shape, before, place, what, playersIn(position));
  if (isSame(before, value)) return position;
  set(draft, parts, part, value);
  if (!taking && isThere(part, value, place)) {
    for (const key of part.along) together(draft, parts, key, place, what);
    for (const key of part.clears) clear(draft, parts, key, [place]);
  } else if (!isThere(part, value, place)) {
    clear(draft, parts, part.clears, [place]);
    clear(draft, parts, parts.filter(({ along }) => along.includes(part.key)).map(({ key }) => key), [place]);
  }
  return draft;
}

/** A position in which a piece has been laid on some places. */
export function laid(position: Position, parts: readonly Part[], part: Part, piece: Piece): Position {
  const draft = structuredClone(position) as Draft;
  set(draft, parts, part, [...listOf<Piece>(valueOf(draft, part.key)), piece]);
  clear(draft, parts, part.clears, piece.squares);
  return draft;
}

const isThere = (part: Part, value: unknown, place: string): boolean => standing({ [part.key]: value }, { ...part }).some((one) => one.place === place);

function together(draft: Draft, parts: readonly Part[], key: string, place: string, what: What): void {
  const part = parts.find((one) => one.key === key);
  if (!part || fieldsOf(valueOf(draft, key))[place] === what) return;
  set(draft, parts, part, { ...fieldsOf(valueOf(draft, key)), [place]: what });
}

/** Take away whatever is at some places. */
function clear(draft: Draft, parts: readonly Part[], keys: string | readonly string[], places: readonly string[]): void {
  for (const part of parts.filter(({ key }) => keys.includes(key))) {
    const before = valueOf(draft, part.key);
    const value = places.reduce<unknown>((left, place) => without(part.shape, left, place, null), before);
    if (before !== undefined && !isSame(before, value)) set(draft, parts, part, value);
  }
}

const playersIn = (position: Position): number => Number(fieldsOf(position["options"])["players"] ?? 0);

/** What was there and one thing more; the same thing a second time is taken away where there can't be two. */
function withOne(shape: Shape, before: unknown, place: string, what: What, players: number): unknown {
  if (shape.kind === "by_seat") {
    const all = [...listOf<string | null>(before)];
    all[Number(what) - 1] = all[Number(what) - 1] === place ? null : place;
    return all;
  }
  if (shape.kind !== "by_name") return before;
  const found = { ...fieldsOf(before) };
  if (isWhereabouts(shape)) return { ...found, [String(what)]: place };
  const { each } = shape;
  if (each.kind === "number") found[place] = Math.min(each.most, Number(found[place] ?? 0) + 1);
  else if (each.kind === "by_seat") found[place] = added(each, found[place] ?? Array<number>(players).fill(0), Number(what), 1);
  else if (found[place] === what && each.kind === "seat") delete found[place];
  else found[place] = what;
  return found;
}

/** What was there without what is at a place: one of it where there may be several; of somebody's, if it is said whose. */
function without(shape: Shape, before: unknown, place: string, what: What): unknown {
  if (shape.kind === "pieces") return listOf<Piece>(before).filter(({ squares }) => !squares.includes(place));
  if (shape.kind === "by_seat") return listOf<string | null>(before).map((at) => (at === place ? null : at));
  if (shape.kind !== "by_name") return before;
  const found = { ...fieldsOf(before) };
  const { each } = shape;
  if (isWhereabouts(shape)) {
    const away = also(shape)[0] ?? null;
    return Object.fromEntries(Object.entries(found).map(([name, at]) => [name, at === place ? away : at]));
  }
  if (!(place in found)) return before;
  if (each.kind === "number") found[place] = Math.max(each.least, Number(found[place]) - 1);
  else if (each.kind === "by_seat") {
    const counts = listOf<number>(found[place]);
    const seat = typeof what === "number" ? what : counts.findLastIndex((count) => count > 0) + 1;
    if (seat > 0) found[place] = added(each, counts, seat, -1);
  } else delete found[place];
  return found;
}

function added(shape: Schemas["BySeat"], before: unknown, seat: number, more: number): number[] {
  const bounds = shape.each.kind === "number" ? shape.each : { least: 0, most: Infinity };
  const counts = [...listOf<number>(before)];
  while (counts.length < seat) counts.push(0);
  counts[seat - 1] = Math.max(bounds.least, Math.min(bounds.most, counts[seat - 1]! + more));
  return counts;
}

// What a card in a hand has been told.

/** A card as it lies in a hand that nothing has been said of. */
export const unmarked = (card: string): Held => ({ card, told: [], not: [] });

/** A card with a hint more, or without one that it had: it touches the card, or passes it by. */
export function hintTurned(shape: Schemas["Marked"], held: Held, hint: string): Held {
  const given = [...held.told, ...held.not];
  const hints = shape.hints.filter((one) => given.includes(one) !== (one === hint));
  const fits = shape.fits[held.card] ?? [];
  return { card: held.card, told: hints.filter((one) => fits.includes(one)), not: hints.filter((one) => !fits.includes(one)) };
}

/** The same hints, given of another card. */
export function exchanged(shape: Schemas["Marked"], held: Held, card: string): Held {
  const given = [...held.told, ...held.not];
  const fits = shape.fits[card] ?? [];
  const hints = shape.hints.filter((one) => given.includes(one));
  return { card, told: hints.filter((one) => fits.includes(one)), not: hints.filter((one) => !fits.includes(one)) };
}

/** What nothing has been said of yet, as a shape wants it. */
export function empty(shape: Shape, players: number): unknown {
  switch (shape.kind) {
    case "number":
      return shape.optional ? null : shape.least;
    case "flag":
      return false;
    case "name":
      return shape.optional ? null : (shape.names[0] ?? null);
    case "seat":
      return shape.optional ? null : 1;
    case "names":
    case "seats":
    case "cards":
    case "marked":
    case "pieces":
      return [];
    case "by_seat":
      return Array.from({ length: players }, () => empty(shape.each, players));
    case "plain":
      return null;
    default:
      return {};
  }
}
