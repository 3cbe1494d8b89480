// Asking the server. Every answer has the type that the server's description gives it.

import { shutOut } from "../barred.svelte";
import { keptAnswer } from "../kept";
import type { components } from "./schema";

export type Schemas = components["schemas"];
/** What the server sends of a game: the schema of its name; where it does not matter which, of any. */
export type AnyGame = Schemas["AnyGame"];
export type TableView<G extends AnyGame = AnyGame> = Shown<G, "TableView">;
export type TableSummary = Schemas["TableSummary"];
export type GameSheet = Schemas["GameSheet"];
export type Problem = Schemas["Problem"];
export type PlyView<G extends AnyGame = AnyGame> = Shown<G, "PlyView">;
export type PlyLog<G extends AnyGame = AnyGame> = Omit<Schemas["PlyLog"], "events"> & { events: Told<G>[] };
/** Something that happened: its kind says what its arguments are. */
export type Told<G extends AnyGame = AnyGame> = G extends AnyGame ? EventOf<G["events"]> : never;
type EventOf<E> = { [K in keyof E]: { key: K; arguments: E[K] } }[keyof E];
export type Action<G extends AnyGame = AnyGame> = Omit<Schemas["Action"], "gain"> & { gain: G["gain"] };
type Shown<G extends AnyGame, Name extends "TableView" | "PlyView"> = Omit<Schemas[Name], "view" | "everything" | "actions" | "log"> & {
  view: Name extends "PlyView" ? G["view"] : G["view"] | null;
  everything: G["everything"] | null;
  actions: Action<G>[];
  log: PlyLog<G>[];
};
export type Talk = Schemas["Talk"];
export type Reasons = Schemas["Reasons"];
export type Suggestion = Schemas["Suggestion"];
export type ReviewState = Schemas["ReviewState"];
export type Review = Schemas["Review"];

/** Why something was not done; offline if nobody answered. */
export type Trouble = Omit<Problem, "error"> & { error: Problem["error"] | "offline" };

/** Something the server denied, with its words in the reader's language. */
export class Denied extends Error {
  constructor(
    readonly status: number,
    readonly problem: Trouble,
  ) {
    super(problem.message);
  }
}

let language = "en";

/** The language of the server's words from now on. */
export function speak(code: string): void {
  language = code;
}

/** Nobody has answered. */
export const OFFLINE: Trouble = { error: "offline", message: "", clause: null, key: null, arguments: {}, version: null };

async function ask<T>(method: string, path: string, body?: unknown, id?: string): Promise<T> {
  const headers: Record<string, string> = { "Accept-Language": language };
  if (id !== undefined) headers["Idempotency-Key"] = id;
  if (method !== "GET") headers["Lantern-Visitor"] = visitor();
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    const kept = method === "GET" ? await keptAnswer(path) : undefined;
    if (!kept) throw new Denied(0, OFFLINE);
    response = kept;
  }
  if (response.ok && method !== "GET") forgetVisitor();
  const answer: unknown = await response.json().catch(() => undefined); // it broke off in the middle, or is not the server's
  if (response.ok && answer !== undefined) return answer as T;
  const problem = (answer as Trouble | undefined) ?? OFFLINE;
  if (problem.error === "barred") shutOut(problem.message);
  throw new Denied(response.ok ? 0 : response.status, problem);
}

/** With whose eyes one asks: a seat's; or those of nobody who shares this device. */
export const eyes = (seat: number | null): Record<string, string> => (seat === null ? { curtain: "true" } : { seat: String(seat) });

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", path, body);
export const remove = <T>(path: string): Promise<T> => insist(() => ask<T>("DELETE", path));
/** Say how something is to be, until the server answers. */
export const put = <T>(path: string, body: unknown): Promise<T> => insist(() => ask<T>("PUT", path, body));

/** Have something done, until the server answers: however often it is asked meanwhile, it is done once. */
export function postOnce<T>(path: string, body: unknown = {}): Promise<T> {
  const id = newId();
  return insist(() => ask<T>("POST", path, body, id));
}

const PATIENCE = [200, 400, 800, 1500, 3000, 5000, 8000];

/** Ask for what may be asked twice until the server answers: it may be restarting. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (const wait of PATIENCE) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Denied) || (error.status !== 0 && error.status < 500)) throw error;
    }
    await new Promise((resume) => setTimeout(resume, wait * (0.7 + 0.6 * Math.random())));
  }
  return work();
}

/** A name for a move or another request that nobody else gives, nor guesses: 192 bits. */
export function newId(): string {
  const letters = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_");
}

const VISITOR = "lantern.visitor";
let unkept: string | null = null;

/** By what the server knows who has no cookie yet when he asks again: for when the answer that brings one is lost. */
function visitor(): string {
  try {
    const known = localStorage.getItem(VISITOR) ?? newId();
    localStorage.setItem(VISITOR, known);
    return known;
  } catch {
    return (unkept ??= newId()); // a private window keeps nothing
  }
}

/** The cookie has come: from now on nothing that a script can read opens a seat. */
function forgetVisitor(): void {
  unkept = null;
  try {
    localStorage.removeItem(VISITOR);
  } catch {
    // nothing was kept
  }
}
