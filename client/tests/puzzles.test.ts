import { beforeEach, expect, it, vi } from "vitest";

const CATALOGUES: Record<string, string> = {
  "puzzle.best": "Best move",
  "puzzle.best.right": "{best, number, percent} and {next, number, percent}",
  "puzzle.any.wrong": "No.",
  "hanabi.puzzle.card.ask": "Which card is number {place}?",
  "hanabi.puzzle.best.right": "{best, number} points",
};
vi.mock("../src/words/index.svelte", async () => {
  const { Teller } = await import("../src/words/tell");
  const teller = new Teller("en", CATALOGUES, {});
  return { has: (key: string) => key in CATALOGUES, language: () => "en", t: (key: string, args = {}) => teller.tell(key, args) };
});
const { begin, formatRating, isFound, noteFound, said, themeName, today } = await import("../src/puzzles");
type Puzzle = Parameters<typeof said>[1];
const puzzle = (told: Partial<Puzzle>): Puzzle => ({ theme: "best", worth: [], about: null, ...told }) as Puzzle;

let asked: { path: string; body: unknown }[] = [];
beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    asked.push({ path, body: JSON.parse(body) });
    return { ok: true, status: 201, json: async () => ({ table: "t1", puzzle: "khan-1" }) };
  });
});

it("it is the day that one's own clock says", () => {
  expect(today(new Date(2026, 10, 3, 23, 59))).toBe("2026-11-03");
});

it("a puzzle is begun by its kind or its name, on a day", async () => {
  expect(await begin("khan", { theme: "best", level: null })).toBe("/table/t1");
  await begin("khan", { puzzle: "khan-1" });
  expect(asked).toEqual([
    { path: "/api/puzzles/khan", body: { day: today(), theme: "best", level: null } },
    { path: "/api/puzzles/khan", body: { day: today(), puzzle: "khan-1" } },
  ]);
});

it("themes are called as the game calls them, then as all do, then by their names", () => {
  expect(themeName("khan", "best")).toBe("Best move");
  expect(themeName("khan", "sure_play")).toBe("sure play");
});

it("what is said of a puzzle has what things are worth, and the place it is about", () => {
  expect(said("khan", puzzle({ worth: [0.754, 0.5] }), "right")).toBe("75% and 50%");
  expect(said("hanabi", puzzle({ worth: [21.44, 20] }), "right")).toBe("21.4 points");
  expect(said("hanabi", puzzle({ theme: "card", about: "card:1.3" }), "ask")).toBe("Which card is number 3?");
  expect(said("khan", puzzle({ theme: "unheard_of" }), "wrong")).toBe("No.");
});

it("ratings have no digits, changes a sign", () => {
  expect([formatRating(1512.4), formatRating(12.4, "exceptZero"), formatRating(-8.6, "exceptZero")]).toEqual(["1512", "+12", "-9"]);
});

it("the puzzle of a day is solved at the first try or later, until the next day", () => {
  const daily = { day: "2026-11-03", puzzle: "khan-1", theme: "best", level: 1, right: false };
  expect(isFound(daily)).toBe(false);
  noteFound("2026-11-03", "han-1");
  noteFound("2026-11-03", "khan-1");
  expect(isFound(daily)).toBe(true);
  noteFound("2026-11-04", "khan-2");
  expect(isFound(daily)).toBe(false);
  expect(isFound({ ...daily, right: true })).toBe(true);
});
