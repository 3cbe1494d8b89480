import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Reviewing } from "../src/review.svelte";

const REVIEW = { unit: "chance", chances: [[0.5, 0.5]], decisions: [], turning_points: [], mattered: [] };
const working = (done: number): object => ({ state: "working", done, of: 3, review: null });

/** A server that answers one thing after another, and then always the last. */
let answers: { status: number; body: object }[];
let asked: string[];
const answer = (body: object, status = 200): void => void answers.push({ status, body });

beforeEach(() => {
  vi.useFakeTimers();
  [answers, asked] = [[], []];
  vi.stubGlobal("fetch", async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    const { status, body } = answers.length > 1 ? answers.shift()! : answers[0]!;
    return { ok: status < 400, status, json: async () => body };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a review", () => {
  it("is not begun by looking", async () => {
    answer({ state: "none", done: 0, of: 0, review: null });
    const reviewing = new Reviewing("t1");
    await reviewing.look();
    await vi.runAllTimersAsync();
    expect(asked).toEqual(["GET /api/tables/t1/review"]);
    expect(reviewing.running).toBe(false);
  });
  it("is followed until it is there", async () => {
    answer({ state: "waiting", done: 0, of: 0, review: null });
    answer(working(1));
    answer(working(2));
    answer({ state: "done", done: 3, of: 3, review: REVIEW });
    const reviewing = new Reviewing("t1");
    await reviewing.ask();
    expect(reviewing.running).toBe(true);
    await vi.runAllTimersAsync();
    expect(reviewing.review).toEqual(REVIEW);
    expect(reviewing.running).toBe(false);
    expect(asked.map((one) => one.split(" ")[0])).toEqual(["POST", "GET", "GET", "GET"]);
    await reviewing.look();
    expect(asked).toHaveLength(4);
  });
  it("is looked at again in a moment, and then less and less often, but every second", async () => {
    answer(working(1));
    const reviewing = new Reviewing("t1");
    await reviewing.ask();
    const looks: number[] = [];
    for (const wait of [125, 250, 500, 1000, 1000]) {
      await vi.advanceTimersByTimeAsync(wait - 1);
      const before = asked.length;
      await vi.advanceTimersByTimeAsync(1);
      looks.push(asked.length - before);
    }
    expect(looks).toEqual([1, 1, 1, 1, 1]);
    expect(asked).toHaveLength(6);
    reviewing.close();
  });
  it("is as the last answer says, not the latest to arrive", async () => {
    let late: (() => void) | undefined;
    vi.stubGlobal("fetch", (_path: string, { method }: { method: string }) => {
      const reply = { ok: true, status: 200, json: async () => (method === "POST" ? working(1) : { state: "none", done: 0, of: 0, review: null }) };
      return method === "POST" ? Promise.resolve(reply) : new Promise((resolve) => (late = () => resolve(reply)));
    });
    const reviewing = new Reviewing("t1");
    const looked = reviewing.look();
    await reviewing.ask();
    late!();
    await looked;
    expect(reviewing.running).toBe(true);
    reviewing.close();
  });
  it("can be asked for again when it failed", async () => {
    answer({ state: "failed", done: 1, of: 3, review: null });
    answer({ state: "done", done: 3, of: 3, review: REVIEW });
    const reviewing = new Reviewing("t1");
    await reviewing.look();
    await vi.runAllTimersAsync();
    expect(reviewing.running).toBe(false);
    await reviewing.ask();
    expect(reviewing.review).toEqual(REVIEW);
  });
  it("says what the server denies", async () => {
    answer({ error: "match_running", message: "The match is still running." }, 409);
    const reviewing = new Reviewing("t1");
    await reviewing.ask();
    expect(reviewing.problem?.error).toBe("match_running");
  });
  it("is followed no more when nobody looks", async () => {
    answer(working(1));
    const reviewing = new Reviewing("t1");
    await reviewing.look();
    reviewing.close();
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });
  it("asks once for what was to be seen at a moment", async () => {
    const moment = { ply: 4, view: { yurts: {} }, everything: null, actions: [], log: [] };
    answer(moment);
    const reviewing = new Reviewing("t1");
    const decision = { ply: 5, seat: 1, choices: 2, played: "pass", best: "drive song", worth_played: 0, worth_best: 1 };
    expect(await reviewing.before(decision)).toEqual(moment);
    expect(await reviewing.before(decision)).toEqual(moment);
    expect(asked).toEqual(["GET /api/tables/t1/plies/4?action=pass&action=drive+song"]);
  });
});
