import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";

type Catalogue = Record<string, string>;
type Node = { type: number; value?: string; options?: Record<string, { value: Node[] }>; pluralType?: string };
const [LITERAL, SELECT, PLURAL, POUND] = [0, 5, 6, 7];

const FILES = import.meta.glob<Catalogue>("../src/**/words.*.json", { eager: true, import: "default" });
const SOURCES = import.meta.glob<string>("../src/**/*.{svelte,ts}", { eager: true, query: "?raw", import: "default" });
const LANGUAGES = ["en", "it", "ru"] as const;
const SHELL = "../src/words/";
const PLACES = [...new Set(Object.keys(FILES).map((file) => file.replace(/words\.\w+\.json$/, "")))];

const catalogue = (place: string, language: string): Catalogue => FILES[`${place}words.${language}.json`] ?? {};
const read = (message: string, language: string): Node[] =>
  new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst() as Node[];

/** Every part of a message, those within others too. */
function parts(nodes: Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...Object.values(node.options ?? {}).flatMap(({ value }) => parts(value))]);
}
/** What a message shows of its arguments. */
function placeholders(message: string, language: string): string[] {
  const open = parts(read(message, language)).filter(({ type }) => ![LITERAL, POUND, SELECT, PLURAL].includes(type));
  return [...new Set(open.map(({ value }) => value!))].sort();
}
/** The arguments by which a message chooses its form, the numbers it counts among them. */
function choosers(message: string, language: string): string[] {
  const open = parts(read(message, language)).filter(({ type }) => type === SELECT || type === PLURAL);
  return [...new Set(open.map(({ value }) => value!))].sort();
}
/** The values that a message is worded differently for, by the argument that has them. */
function selections(message: string, language: string): Record<string, string[]> {
  const found = parts(read(message, language)).filter(({ type }) => type === SELECT);
  return Object.fromEntries(found.map(({ value, options }) => [value!, Object.keys(options!).sort()]));
}

/** Whether a form has its number right before a word, which then follows the number. */
const counts = (form: Node[]): boolean =>
  form.some(({ type }, place) => type === POUND && /^\s\p{L}/u.test(form[place + 1]?.value ?? ""));
/** Whether the sources beside some words speak of an argument. */
const given = (place: string, name: string): boolean =>
  Object.entries(SOURCES).some(
    ([file, source]) => file.startsWith(place) && new RegExp(`\\b${name}\\s*[:,}]`).test(source),
  );

it("has words for the page", () => expect(PLACES).toContain(SHELL));

describe.each(PLACES)("the words of %s", (place) => {
  const english = catalogue(place, "en");

  it.each(LANGUAGES)("are complete in %s", (language) => {
    expect(Object.keys(catalogue(place, language)).sort()).toEqual(Object.keys(english).sort());
  });
  it.each(LANGUAGES)("can be read in %s, and quote nothing by mistake", (language) => {
    for (const [key, message] of Object.entries(catalogue(place, language))) {
      expect(() => read(message, language), key).not.toThrow();
      expect(message, key).not.toMatch(/'[{}#]/);
      expect(message.trim(), key).toBe(message);
      expect(message, key).not.toBe("");
    }
  });
  it.each(["it", "ru"])("have in %s the arguments that they have in English", (language) => {
    for (const [key, message] of Object.entries(catalogue(place, language))) {
      const all = (text: string, code: string): string[] => [...placeholders(text, code), ...choosers(text, code)];
      const [here, there] = [all(message, language), all(english[key] ?? "", "en")];
      expect(there.filter((name) => !here.includes(name)), key).toEqual([]);
      // A language may need a number to choose its form where English does not, if the page gives it.
      const more = here.filter((name) => !there.includes(name));
      const shown = placeholders(message, language);
      expect(more.filter((name) => shown.includes(name) || !given(place, name)), key).toEqual([]);
      const chosen = selections(message, language);
      for (const [name, values] of Object.entries(selections(english[key] ?? "", "en"))) {
        if (name in chosen) expect(chosen[name], key).toEqual(values);
      }
    }
  });
  it.each(LANGUAGES)("count as one does in %s", (language) => {
    // In Russian "many" may be left to "other", for no whole number is of that form.
    const forms = language === "ru" ? ["one", "few", "other"] : ["one", "other"];
    for (const [key, message] of Object.entries(catalogue(place, language))) {
      for (const { type, options, pluralType } of parts(read(message, language))) {
        if (type !== PLURAL || pluralType !== "cardinal") continue;
        if (!("one" in options!) || !counts(options.other!.value)) continue;
        expect(Object.keys(options), key).toEqual(expect.arrayContaining(forms));
      }
    }
  });
});

describe("the keys that the page uses", () => {
  const sources = Object.entries(SOURCES).filter(([file]) => !file.endsWith(".d.ts"));
  /** The words a file can use: those of the page, and in a game's folder its own. */
  function within(file: string): string[] {
    const game = /\/games\/(\w+)\//.exec(file)?.[1];
    const own = game ? catalogue(`../src/games/${game}/`, "en") : {};
    return [...Object.keys(catalogue(SHELL, "en")), ...Object.keys(own)];
  }

  it("are read from its sources", () => expect(sources.length).toBeGreaterThan(15));
  it.each(sources)("exist: %s", (file, source) => {
    const words = new Set(within(file));
    const used = source.matchAll(/\bt\(\s*"([^"]+)"|"((?:ui|clock|greeting|talk|pitch)\.[\w.]+)"/g);
    expect([...used].map((match) => match[1] ?? match[2]!).filter((key) => !words.has(key))).toEqual([]);
  });
  it.each(sources)("exist whatever they end in: %s", (file, source) => {
    const words = within(file);
    const begun = [...source.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)].map((match) => match[1]!);
    expect(begun.filter((start) => !words.some((key) => key.startsWith(start)))).toEqual([]);
  });
  it("are all there are of the page's own", () => {
    const text = sources.map(([, source]) => source).join("\n");
    const own = Object.keys(catalogue(SHELL, "en")).filter((key) => /^ui\.(?!tab_)/.test(key));
    expect(own.filter((key) => !text.includes(`"${key}"`))).toEqual([]);
  });
});

describe("counted words", () => {
  const said = (key: string, language: string, args: Record<string, number>): unknown =>
    new IntlMessageFormat(catalogue(SHELL, language)[key]!, language).format(args);

  it("are right in Russian", () => {
    const spectators = [1, 2, 5, 11, 21, 22].map((count) => said("ui.watching", "ru", { count }));
    expect(spectators).toEqual(["1 зритель", "2 зрителя", "5 зрителей", "11 зрителей", "21 зритель", "22 зрителя"]);
    expect(said("ui.players_from_to", "ru", { least: 2, most: 4 })).toBe("2–4 игрока");
    expect(said("ui.players_from_to", "ru", { least: 2, most: 5 })).toBe("2–5 игроков");
  });
  it("are right in Italian", () => {
    const spectators = [1, 2].map((count) => said("ui.watching", "it", { count }));
    expect(spectators).toEqual(["1 spettatore", "2 spettatori"]);
  });
});
