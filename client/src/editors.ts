// Where maps are drawn: a game that takes maps of one's own may bring a page for it.

import type { Component } from "svelte";

const EDITORS = import.meta.glob<{ default: Component<{ game: string; shared: string | null }> }>("./games/*/editor/Editor.svelte");
const fileOf = (game: string): string => `./games/${game}/editor/Editor.svelte`;

/** Whether the maps of a game can be drawn on a page. */
export const hasEditor = (game: string): boolean => fileOf(game) in EDITORS;

/** The page on which a game's maps are drawn; only for games that have one. */
export async function loadEditor(game: string): Promise<Component<{ game: string; shared: string | null }>> {
  return (await EDITORS[fileOf(game)]!()).default;
}
