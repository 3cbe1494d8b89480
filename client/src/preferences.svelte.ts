// What can be set for the game on the table alone; the settings list it.

import type { Preference } from "./games/game";

let offered = $state.raw<readonly Preference[]>([]);

export function preferences(): readonly Preference[] {
  return offered;
}

/** From now on these can be set. */
export function offer(those: readonly Preference[]): void {
  offered = those;
}
