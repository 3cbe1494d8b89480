// What could be done before: who clicks a thing that leads nowhere now is told why.

import type { Action } from "../api/client";

/** [game, action] what it touches, of all that was offered since the page was loaded. */
const offered = new Map<string, Map<string, readonly string[]>>();

/** Keep in mind what can be done in a game. */
export function remember(game: string, actions: readonly Pick<Action, "action" | "touches">[]): void {
  const known = offered.get(game) ?? new Map<string, readonly string[]>();
  for (const { action, touches } of actions) known.set(action, touches);
  offered.set(game, known);
}

/** An action that was offered once and touches just these things. */
export function recall(game: string, things: readonly string[]): string | null {
  const sought = [...things].sort().join();
  return [...(offered.get(game) ?? [])].find(([, touches]) => [...touches].sort().join() === sought)?.[0] ?? null;
}
