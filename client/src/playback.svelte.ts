// Moments of a match shown one after the other, up to now.

import type { TableState } from "./table.svelte";

/** How long a moment is looked at: as long as it takes to read what happened. */
const SHORTEST_MS = 1200;
const LETTER_MS = 25;

export class Playback {
  running = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the starts, so that one that was overtaken while it waited for the server does not go on. */
  private run = 0;

  constructor(
    private readonly table: TableState,
    /** Show what an action was about; how many letters there are to read. */
    private readonly show: (ply: number) => number,
  ) {}

  /** Show all from a ply on. */
  async start(ply: number): Promise<void> {
    this.stop();
    this.running = true;
    await this.reach(ply, this.run);
  }

  private async reach(ply: number, run: number): Promise<void> {
    await this.table.lookAt(ply);
    if (run !== this.run) return;
    const letters = this.show(ply);
    const next = this.table.past ? () => void this.reach(ply + 1, run) : () => this.stop();
    this.timer = setTimeout(next, SHORTEST_MS + letters * LETTER_MS);
  }

  /** Stay at the moment that is shown. */
  stop(): void {
    clearTimeout(this.timer);
    this.run += 1;
    this.running = false;
    this.table.light([]);
  }
}
