// What administrators ask the server, with their token, which this tab alone keeps and no address ever has.

import { Denied, OFFLINE, type Schemas, type Trouble } from "./api/client";
import { language } from "./words/index.svelte";

export type AdminTable = Schemas["AdminTable"];
export type WatchedTable = Schemas["WatchedTable"];
/** Do something, and have the page say why where it was not done; whether it was. */
export type Attempt = (work: () => Promise<unknown>) => Promise<boolean>;

const KEPT = "lantern.admin";
const HOUR_MS = 3_600_000;
/** [how long] hours; null is without end. */
export const SPELLS = { none: null, hour: 1, day: 24, week: 168, month: 720 } as const;
export type Spell = keyof typeof SPELLS;

let token = $state(sessionStorage.getItem(KEPT) ?? "");

/** Whether somebody has said the token. */
export const isIn = (): boolean => token !== "";

/** Say the token, or forget it. */
export function enter(said: string): void {
  token = said.trim();
  if (token) sessionStorage.setItem(KEPT, token);
  else sessionStorage.removeItem(KEPT);
}

/** Ask the server for something below /api/admin; one that does not take the token makes the page forget it. */
export async function ask<T>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Authorization: `Bearer ${token}`, "Accept-Language": language() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(`/api/admin/${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Denied(0, OFFLINE);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as T;
  if (response.status === 401) enter("");
  throw new Denied(response.status, (answer as Trouble | undefined) ?? OFFLINE);
}

/** When a spell that begins now is over, by the clock of the server. */
export function until(spell: Spell, now: number): number | null {
  const hours = SPELLS[spell];
  return hours === null ? null : now + hours * HOUR_MS;
}

/** A moment, as the reader writes it. */
export function moment(at: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "short", timeStyle: "short" }).format(at);
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** So many bytes, in a unit that suits. */
export function size(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const number = bytes / 1000 ** step;
  return new Intl.NumberFormat(language(), { style: "unit", unit: UNITS[step], maximumFractionDigits: number < 100 && step ? 1 : 0 }).format(number);
}

/** Why something was not done, in a sentence; what is no denial is a mistake of ours. */
export function trouble(error: unknown, offline: string): string {
  if (!(error instanceof Denied)) throw error;
  return error.problem.message || offline;
}
