import { describe, expect, it } from "vitest";
import type { TableSummary } from "../src/api/client";
import { count, counts, played, progress, unitOf } from "../src/statistics";

const LEVELS = ["random", "beginner", "club", "expert"];
const RIVALS = { scores: [10, 20], winners: [2], score: null };
const TEAM = { scores: [21, 21], winners: null, score: 21 };

type Others = (string | null)[];
function finished(at: number, others: Others, mine: number[], result: TableSummary["result"], game = "khan"): TableSummary {
  const seats = [...others].map((bot, place) => ({ seat: place + 1, kind: bot ? "bot" : "person", name: null, bot, agrees: false }));
  return { table: `t${at}`, game, status: "over", version: 1, to_act: null, seats, mine, your_turn: false, created_at: 0, updated_at: at, result } as TableSummary;
}

describe("what one has played", () => {
  it("is told from one's own seat, the first match first", () => {
    const told = played([finished(2, ["club", null], [2], RIVALS), finished(1, [null, "expert:seconds=3"], [1], RIVALS)], LEVELS);
    expect(told).toEqual([
      { game: "khan", seats: 2, level: "expert", points: 10, won: false, at: 1 },
      { game: "khan", seats: 2, level: "club", points: 20, won: true, at: 2 },
    ]);
  });
  it("names the best bot, and none where people sat", () => {
    const three = { scores: [1, 2, 3], winners: [3], score: null };
    expect(played([finished(1, [null, "expert", "random"], [1], three)], LEVELS)[0]!.level).toBe("expert");
    expect(played([finished(1, [null, "expert", null], [1], three)], LEVELS)[0]!.level).toBeNull();
  });
  it("leaves out what was given up, what went on, and where one had several seats or none", () => {
    const given = { ...finished(1, [null, "club"], [1], null), status: "abandoned" as const };
    expect(played([given, finished(2, [null, null], [1, 2], RIVALS), finished(3, [null, null], [], RIVALS)], LEVELS)).toEqual([]);
  });
});

describe("counts", () => {
  const matches = played(
    [
      finished(1, [null, "club"], [1], RIVALS),
      finished(2, ["club", null], [2], RIVALS),
      finished(3, [null, "expert"], [1], RIVALS),
    ],
    LEVELS,
  );
  it("are made for the same seats and the same company, the most played first", () => {
    expect(counts(matches)).toEqual([
      { seats: 2, level: "club", played: 2, won: 1, mean: 15, best: 20 },
      { seats: 2, level: "expert", played: 1, won: 0, mean: 10, best: 10 },
    ]);
    expect(count(matches).played).toBe(3);
  });
  it("measure rivals by what they win, and a team by its points", () => {
    expect(unitOf(matches)).toBe("chance");
    expect(progress(matches)).toEqual([[0], [0.5], [1 / 3]]);
    const team = played([finished(1, [null, "club"], [1], TEAM, "hanabi")], LEVELS);
    expect([unitOf(team), progress(team)]).toEqual(["points", [[21]]]);
  });
  it("look at the last ten", () => {
    const won = (at: number, is: boolean): TableSummary => finished(at, [null, "club"], [1], { ...RIVALS, winners: [is ? 1 : 2] });
    const many = played(Array.from({ length: 15 }, (_, at) => won(at, at >= 5)), LEVELS);
    expect(progress(many).at(-1)).toEqual([1]);
    expect(progress(many)[9]).toEqual([0.5]);
  });
});
