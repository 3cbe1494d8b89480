// The games the page can draw.

import type { Component } from "svelte";
import type { GameClient } from "./game";

const LOADERS: Record<string, () => Promise<{ default: GameClient }>> = {
  han: () => import("./han"),
  hanabi: () => import("./hanabi"),
  khan: () => import("./khan"),
  ming: () => import("./ming"),
};

export async function loadGame(name: string): Promise<GameClient> {
  const load = LOADERS[name];
  if (!load) throw new Error(`there is no drawing for ${name}`);
  return (await load()).default;
}

const PICTURES = import.meta.glob<{ default: Component<{ name: string }> }>("./*/Picture.svelte");

/** What draws a game's pictures: its cover, and those of its rules. */
export async function loadPicture(game: string): Promise<Component<{ name: string }>> {
  return (await PICTURES[`./${game}/Picture.svelte`]!()).default;
}
