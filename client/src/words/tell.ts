// Messages with their arguments by name: the page's twin of `lantern/languages/words.py`, where the names are explained.

import { IntlMessageFormat } from "intl-messageformat";

/** The name of who sits on a seat. */
export type Names = (seat: number) => string;

/** By what names the arguments of a game's messages are told. */
export interface Naming {
  arguments: Record<string, string>;
  parts: Record<string, string[]>;
  forms: Record<string, string[]>;
  made: Record<string, string>;
  things: Record<string, string>;
}
const UNNAMED: Naming = { arguments: {}, parts: {}, forms: {}, made: {}, things: {} };

/** What makes a message more than its own words. */
const FORMATTED = /[{}']/;

/** Tells the messages of some catalogues in a language. */
export class Teller {
  private readonly formats = new Map<string, IntlMessageFormat>();

  constructor(
    readonly language: string,
    readonly words: Readonly<Record<string, string>>,
    private readonly namings: Readonly<Record<string, Naming>>,
  ) {}

  /** A message with its arguments by their names; its key where there is none. */
  tell(key: string, args: Record<string, unknown>, names: Names = this.unnamed): string {
    const message = this.words[key];
    if (message === undefined) return key;
    if (!FORMATTED.test(message)) return message;
    const owner = key.split(".", 1)[0]!;
    const naming = this.namings[owner] ?? UNNAMED;
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(args)) {
      values[name] = this.called(owner, naming.arguments[name], value, names);
      if (Array.isArray(value)) values[`${name}_count`] ??= value.length;
    }
    for (const [name, forms] of Object.entries(naming.forms)) {
      if (name in args) for (const form of forms) values[form] = this.called(owner, form, args[name], names);
    }
    for (const [name, maker] of Object.entries(naming.made)) {
      if (!(name in args) && message.includes(`{${name}}`)) values[name] = this.tell(maker, args, names);
    }
    return this.format(key, message).format(values as Record<string, string>) as string;
  }

  /** A value as a message takes it: a thing by its name, all else as it is. */
  called<T>(owner: string, kind: string | undefined, value: T, names: Names = this.unnamed): T | string {
    if (Array.isArray(value)) {
      const things = value.map((one) => String(this.called(owner, kind, one, names)));
      return kind === undefined ? things.join(" ") : this.listed(things);
    }
    if (kind === "seat" && typeof value === "number") return names(value);
    if (typeof value === "boolean") return String(value);
    if (kind === undefined || value === null || (typeof value !== "string" && typeof value !== "object")) return value;
    return this.thing(owner, kind, value as string | Record<string, unknown>, names);
  }

  private thing(owner: string, kind: string, thing: string | Record<string, unknown>, names: Names): string {
    const key = `${owner}.${kind}`;
    const parts = this.namings[owner]?.parts[kind];
    const made = (values: readonly unknown[]): string =>
      this.tell(key, Object.fromEntries(values.map((value, place) => [parts![place]!, value])), names);
    if (typeof thing === "string") {
      const own = `${key}.${thing.replaceAll(" ", "_")}`;
      if (own in this.words) return this.tell(own, {}, names);
      return parts && key in this.words ? made(thing.split(" ").map((part) => (/^\d+$/.test(part) ? Number(part) : part))) : thing;
    }
    return parts ? this.listed(Object.entries(thing).map(made)) : this.tell(key, thing, names);
  }

  /** Several things in a sentence: "a, b and c". */
  listed(things: readonly string[]): string {
    if (things.length < 2) return things.join("");
    return this.tell("table.and", { first: things.slice(0, -1).join(", "), last: things.at(-1) });
  }

  private readonly unnamed: Names = (seat) => this.tell("table.seat", { number: seat });

  private format(key: string, message: string): IntlMessageFormat {
    let format = this.formats.get(key);
    if (!format) {
      format = new IntlMessageFormat(message, this.language, undefined, { ignoreTag: true });
      this.formats.set(key, format);
    }
    return format;
  }
}
