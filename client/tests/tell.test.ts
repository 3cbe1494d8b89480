import { describe, expect, it } from "vitest";
import { type Naming, Teller } from "../src/words/tell";

const CATALOGUES = import.meta.glob<Record<string, string>>("../../src/lantern/{languages,games/*/words}/*.json", { eager: true, import: "default" });
const NAMINGS = import.meta.glob<Partial<Naming>>("../../src/lantern/games/*/names.json", { eager: true, import: "default" });

function teller(language: string): Teller {
  const words = Object.entries(CATALOGUES).filter(([file]) => file.endsWith(`/${language}.json`));
  const none: Naming = { arguments: {}, parts: {}, forms: {}, made: {}, things: {} };
  const namings = Object.entries(NAMINGS).map(([file, naming]) => [file.split("/").at(-2)!, { ...none, ...naming }] as const);
  return new Teller(language, Object.assign({}, ...words.map(([, one]) => one)) as Record<string, string>, Object.fromEntries(namings));
}
const names = (seat: number): string => ["Ann", "Bob", "Cleo"][seat - 1]!;

// The same in Python: tests/languages/test_words.py.
describe("what is told", () => {
  const [en, it_, ru] = [teller("en"), teller("it"), teller("ru")];

  it("has seats by who sits there, or by their numbers", () => {
    expect(en.tell("hanabi.log.passed", { seat: 2 }, names)).toBe("Bob can't do anything and passes.");
    expect(en.tell("hanabi.log.passed", { seat: 2 })).toBe("Seat 2 can't do anything and passes.");
    expect(en.tell("hanabi.log.passed", { seat: 1 }, () => "{seat} '#'")).toBe("{seat} '#' can't do anything and passes.");
  });
  it("has things by the names of their parts, and how many there are", () => {
    expect(it_.tell("hanabi.log.played", { seat: 1, card: "red 3" }, names)).toBe("Ann gioca 3 rosso.");
    expect(it_.tell("hanabi.log.hinted", { seat: 1, to: 2, hint: "red", positions: [1, 4] }, names)).toBe("Ann dà un indizio a Bob: rosso, carte 1 e 4.");
    expect(en.tell("ming.log.revealed", { province: "white", sums: { "seat 1": 3, neutral: 1 } }, names)).toBe("Return cards for Shaanxi: 3 by Ann and 1 by neutral family.");
    expect(en.tell("khan.log.tried", { direction: "north", blocked: [{ by: "river", square: "C2" }, { by: "edge" }] })).toBe("No refuge to the north (river on C2 and the board ends).");
  });
  it("has what is made of other arguments, unless it is given", () => {
    const scored = { seat: 1, points: 3, doubled: true, places: ["Wei"] };
    expect(en.tell("han.log.province", scored, names)).toBe("Wei: 3 points (doubled) for Ann.");
    expect(en.tell("han.log.province", { ...scored, share: "all" }, names)).toBe("Wei: all.");
  });
  it("keeps the names that nobody has given, and counts as one does", () => {
    expect(ru.tell("han.log.emissary", { seat: 1, places: ["Far Away"], cards: ["red"] }, names)).toBe("Ann отправляет эмиссара: Far Away. Оплата: красная.");
    expect(ru.tell("khan.log.won", { winners: [1], points: 21 }, names)).toMatch(/ Ann, 21 очко\.$/);
    expect(en.tell("han.nothing", {})).toBe("han.nothing");
  });
  it("is as it is written where it takes nothing, but for what is quoted", () => {
    const own = new Teller("it", { plain: "Tocca a te # <1>", quoted: "l''ultima '{'1'}'" }, {});
    expect(["plain", "quoted"].map((key) => own.tell(key, {}))).toEqual(["Tocca a te # <1>", "l'ultima {1}"]);
  });
});
