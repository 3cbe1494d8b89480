import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Readiness } from "../src/readiness.svelte";

/** A server that says one thing after another; a number is a status that it refuses with. */
let answers: ({ done: number } | number)[];
let asked: string[];
let readiness: Readiness;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  readiness = new Readiness();
  vi.stubGlobal("fetch", async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("nobody is there");
    return typeof answer === "number"
      ? { ok: false, status: answer, json: async () => ({ error: "too_many", message: "" }) }
      : { ok: true, status: 200, json: async () => answer };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("how far the bots are", () => {
  it("is nothing to show before anybody has said so", () => expect(readiness.done).toBe(1));
  it("is followed until all is done, and no longer", async () => {
    answers = [{ done: 0 }, { done: 0.4 }, { done: 1 }, { done: 0.5 }];
    await readiness.follow();
    expect(readiness.done).toBe(0);
    await vi.advanceTimersToNextTimerAsync();
    expect(readiness.done).toBe(0.4);
    await vi.runAllTimersAsync();
    expect(readiness.done).toBe(1);
    expect(asked).toEqual(Array(3).fill("GET /api/readiness"));
  });
  it("is asked once where there is nothing to wait for", async () => {
    answers = [{ done: 1 }];
    await readiness.follow();
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });
  it("does not hurry the server", async () => {
    answers = [{ done: 0 }, { done: 0.1 }];
    await readiness.follow();
    await vi.advanceTimersByTimeAsync(1500);
    expect(asked).toHaveLength(1);
    readiness.close();
  });
  it.each([["refuses", 429], ["can't be reached", null]])("is shown no more where the server %s", async (_, status) => {
    answers = [{ done: 0.2 }, ...(status === null ? [] : [status])];
    await readiness.follow();
    expect(readiness.done).toBe(0.2);
    await vi.runAllTimersAsync();
    expect(readiness.done).toBe(1);
    expect(asked).toHaveLength(2);
  });
  it("is followed no more when nobody looks", async () => {
    answers = [{ done: 0.2 }, { done: 0.3 }];
    const asking = readiness.follow();
    readiness.close();
    await asking;
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });
});
