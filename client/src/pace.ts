// How fast what happens is shown.

import { type Speed, speed } from "./local_store.svelte";

/** All in milliseconds. */
export interface Pace {
  /** How long a piece is on its way. */
  flight: number;
  /** The same for what one has decided oneself. */
  own: number;
  /** How long a decision is looked at that moves nothing. */
  still: number;
  /** How long is waited after a decision if the same seat decides again. */
  between: number;
  /** And at the end of its turn. */
  turn: number;
  /** What reading takes of its usual time. */
  reading: number;
}

export const SPEEDS: Record<Speed, Pace | null> = {
  slow: { flight: 1000, own: 400, still: 500, between: 600, turn: 1500, reading: 1.5 },
  usual: { flight: 600, own: 300, still: 300, between: 150, turn: 500, reading: 1 },
  fast: { flight: 320, own: 220, still: 150, between: 40, turn: 120, reading: 0.5 },
  at_once: null,
};

/** How fast it is shown on this device; null if nothing is to move. */
export function pace(): Pace | null {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? null : SPEEDS[speed.value];
}
