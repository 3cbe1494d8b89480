import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Playback } from "../src/playback.svelte";
import type { TableState } from "../src/table.svelte";

/** A table at ply 5 that remembers what was looked at. */
class FakeTable {
  past: { ply: number } | null = null;
  looked: number[] = [];
  lit: string[][] = [];
  async lookAt(ply: number): Promise<void> {
    this.looked.push(ply);
    this.past = ply < 5 ? { ply } : null;
  }
  light(ids: string[]): void {
    this.lit.push(ids);
  }
}

describe("moments shown one after the other", () => {
  let table: FakeTable;
  let shown: number[];
  let playback: Playback;

  beforeEach(() => {
    vi.useFakeTimers();
    table = new FakeTable();
    shown = [];
    playback = new Playback(table as unknown as TableState, (ply) => shown.push(ply));
  });
  afterEach(() => vi.useRealTimers());

  it("come up to now, and then nothing runs", async () => {
    await playback.start(3);
    expect(playback.running).toBe(true);
    await vi.runAllTimersAsync();
    expect(table.looked).toEqual([3, 4, 5]);
    expect(shown).toEqual([3, 4, 5]);
    expect(table.past).toBeNull();
    expect(playback.running).toBe(false);
  });

  it("stay where they are stopped", async () => {
    await playback.start(1);
    playback.stop();
    await vi.runAllTimersAsync();
    expect(table.past).toEqual({ ply: 1 });
    expect(playback.running).toBe(false);
  });

  it("begin anew when started again", async () => {
    await playback.start(1);
    await playback.start(4);
    await vi.runAllTimersAsync();
    expect(table.looked).toEqual([1, 4, 5]);
  });
});
