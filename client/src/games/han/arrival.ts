// How things come onto the table while one looks on. What lies there already when the table is opened does not move.

import { prefersReducedMotion } from "svelte/motion";
import type { TransitionConfig } from "svelte/transition";

const duration = (): number => (prefersReducedMotion.current ? 0 : 400);

/** A piece is set down. */
export function setDown(_piece: Element): TransitionConfig {
  return { duration: duration(), css: (at, off) => `transform: translateY(${-26 * off * off}px); opacity: ${at}` };
}

/** A card is turned over. */
export function turnOver(_card: Element): TransitionConfig {
  return { duration: duration(), css: (_, off) => `transform: rotateY(${90 * off}deg)` };
}
