// The games as the page shows them: each in its folder, the others plainly.

import type { Component } from "svelte";
import type { GameClient } from "./game";

type Picture = Component<{ name: string }>;
const GAMES = import.meta.glob<{ default: GameClient }>("./*/index.ts");
const PICTURES = import.meta.glob<{ default: Picture }>("./*/Picture.svelte");

export async function loadGame(name: string): Promise<GameClient> {
  const load = GAMES[`./${name}/index.ts`];
  return load ? (await load()).default : (await import("../plain")).plain(name);
}

/** What draws a game's pictures: its cover, and those of its rules. */
export async function loadPicture(game: string): Promise<Picture> {
  const load = PICTURES[`./${game}/Picture.svelte`];
  return load ? (await load()).default : ((await import("../plain/Emblem.svelte")).default as Picture);
}
