// The words of the page in the reader's language, from the catalogues that Python tells by too: flat objects of ICU
// messages. What all games share is built in; a game's own words the server hands out.

import { get, insist, type Schemas, speak } from "../api/client";
import { stored } from "../local_store.svelte";
import { type Names, type Naming, Teller } from "./tell";

declare const __LANGUAGES__: Record<string, string>;
/** What each language calls itself, by its code. */
export const LANGUAGES = __LANGUAGES__;
const DEFAULT = "en";
type Catalogue = Record<string, string>;

/** What the page for administrators alone says. */
const ADMIN = import.meta.glob<{ default: Catalogue }>("../../../src/lantern/languages/*.json", { query: "?admin" });
const FILES = import.meta.glob<{ default: Catalogue }>("../../../src/lantern/languages/*.json");

function preferred(): string {
  const wanted = (navigator.languages ?? []).map((code) => code.split("-")[0]!);
  return wanted.find((code) => code in LANGUAGES) ?? DEFAULT;
}

const chosen = stored<string | null>("language", null);
const loaded = new Set<string>();
let shared: Catalogue = {};
let administrators: Catalogue | null = null;
const games: Record<string, Schemas["GameWords"]> = {};
let teller = $state.raw(new Teller(DEFAULT, {}, {}));

/** The language that is spoken. */
export function language(): string {
  return teller.language;
}

/** Speak a language from now on, on this device. */
export async function setLanguage(code: string): Promise<void> {
  chosen.value = code;
  await use(code);
}

/** Load what the page needs, in the language chosen or the browser's. */
export async function start(): Promise<void> {
  await use(chosen.value !== null && chosen.value in LANGUAGES ? chosen.value : preferred());
}

async function use(code: string): Promise<void> {
  const [own] = await Promise.all([FILES[`../../../src/lantern/languages/${code}.json`]!(), ...[...loaded].map((game) => read(game, code))]);
  shared = own.default;
  if (administrators) administrators = await adminWords(code);
  tellIn(code);
  document.documentElement.lang = code;
  speak(code);
}

/** Load the words of a game in addition: those that all its pages speak, or those of a page alone. */
export async function loadWords(game: string, part?: string): Promise<void> {
  const words = part === undefined ? game : `${game} ${part}`;
  if (loaded.has(words)) return;
  await read(words, language());
  loaded.add(words);
  tellIn(language());
}

/** Load what the page for administrators says. */
export async function loadAdminWords(): Promise<void> {
  administrators = await adminWords(language());
  tellIn(language());
}

async function adminWords(code: string): Promise<Catalogue> {
  return (await ADMIN[`../../../src/lantern/languages/${code}.json`]!()).default;
}

async function read(words: string, code: string): Promise<void> {
  const [game, part] = words.split(" ");
  const query = part === undefined ? "" : `?part=${part}`;
  games[words] = await insist(() => get<Schemas["GameWords"]>(`/api/games/${game}/words/${code}${query}`));
}

function tellIn(code: string): void {
  const words = Object.assign({}, shared, administrators, ...Object.values(games).map((one) => one.words)) as Catalogue;
  const namings = Object.fromEntries(Object.entries(games).map(([words, { names }]) => [words.split(" ")[0], names as Naming]));
  teller = new Teller(code, words, namings);
}

/** Whether there are words for a key. */
export function has(key: string): boolean {
  return key in teller.words;
}

/** The words of a key; things are told by their names, and seats by the names of who sits there. */
export function t(key: string, args: Record<string, unknown> = {}, names?: Names): string {
  return teller.tell(key, args, names);
}

/** What a game is called; as its rules write it if nobody named it. */
export function gameName(game: string): string {
  return has(`${game}.title`) ? t(`${game}.title`) : game.replace(/^./, (letter) => letter.toUpperCase());
}

/** What asking for a suggestion is called: "Hint", unless that is something else in the game. */
export function suggestionName(game: string): string {
  return t(has(`${game}.suggestion`) ? `${game}.suggestion` : "ui.suggestion");
}

/** The name of a thing of a game, such as a colour; as it is if nobody named it. */
export function named(game: string, kind: string, name: string): string {
  return teller.called(game, kind, name);
}

/** Several things in a sentence: "a, b and c". */
export function listed(things: readonly string[]): string {
  return teller.listed(things);
}
