// The words of the page in the reader's language. A catalogue is a flat object of ICU messages, one file a language
// for the page and one for each game; adding a language is adding files.

import { IntlMessageFormat } from "intl-messageformat";
import { speak } from "../api/client";
import { stored } from "../local_store.svelte";

export const LANGUAGES = { en: "English", it: "Italiano", ru: "Русский" } as const;
export type Language = keyof typeof LANGUAGES;
type Catalogue = Record<string, string>;

const FILES = import.meta.glob<{ default: Catalogue }>("../**/words.{en,it,ru}.json");

function preferred(): Language {
  for (const wanted of navigator.languages ?? []) {
    const code = wanted.slice(0, 2) as Language;
    if (code in LANGUAGES) return code;
  }
  return "en";
}

const chosen = stored<Language | null>("language", null);
let catalogue = $state.raw<Catalogue>({});
let spoken = $state<Language>("en");
const loaded = new Set<string>();
const formats = new Map<string, IntlMessageFormat>();

/** The language that is spoken. */
export function language(): Language {
  return spoken;
}

/** Speak a language from now on, on this device. */
export async function setLanguage(code: Language): Promise<void> {
  chosen.value = code;
  await use(code);
}

/** Load what the page needs, in the language chosen or the browser's. */
export async function start(): Promise<void> {
  await use(chosen.value ?? preferred());
}

async function use(code: Language): Promise<void> {
  const places = [...new Set([...loaded].map((file) => file.replace(/words\.\w+\.json$/, "")))];
  const wanted = ["./", ...places.filter((place) => place !== "./")];
  const found = await Promise.all(wanted.map((place) => read(place, code)));
  formats.clear();
  catalogue = Object.assign({}, ...found) as Catalogue;
  spoken = code;
  document.documentElement.lang = code;
  speak(code);
}

/** Load the words of a game in addition. */
export async function loadWords(game: string): Promise<void> {
  catalogue = { ...catalogue, ...(await read(`../games/${game}/`, spoken)) };
  formats.clear();
}

async function read(place: string, code: Language): Promise<Catalogue> {
  const file = `${place}words.${code}.json`;
  loaded.add(file);
  const load = FILES[file];
  return load ? (await load()).default : {};
}

export type Arguments = Record<string, unknown>;

/** Whether there are words for a key. */
export function has(key: string): boolean {
  return key in catalogue;
}

/** The words of a key. */
export function t(key: string, args: Arguments = {}): string {
  const message = catalogue[key];
  if (message === undefined) return key;
  let format = formats.get(key);
  if (!format) {
    format = new IntlMessageFormat(message, spoken, undefined, { ignoreTag: true });
    formats.set(key, format);
  }
  return format.format(args as Record<string, string>) as string;
}

/** What a game is called; as its rules write it if nobody named it. */
export function gameName(game: string): string {
  return has(`game.${game}`) ? t(`game.${game}`) : game.replace(/^./, (letter) => letter.toUpperCase());
}

/** The name of a thing of a game, such as a colour: its key is `<game>.<kind>.<name>`; as it is if nobody named it. */
export function named(game: string, kind: string, name: string): string {
  const key = `${game}.${kind}.${name}`;
  return has(key) ? t(key) : name;
}

/** Several things in a sentence: "a, b and c". */
export function listed(things: readonly string[]): string {
  return new Intl.ListFormat(spoken, { type: "conjunction" }).format(things);
}
