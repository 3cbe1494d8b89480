// What somebody has learnt on this device.

import { postOnce, type TableSummary } from "./api/client";
import { stored } from "./local_store.svelte";

/** [game] whether its guided first game was played or passed over. */
export const learnt = stored<Record<string, boolean>>("learnt", {});

/** The table of a first real game, at which the first moves come with a hint. */
export const hinted = stored<string | null>("hinted", null);

/** How many moves of a first real game come with a hint. */
export const FIRST_HINTS = 3;

/** The address of a game's lesson: the one that was begun, or a new one. */
export async function lessonOf(game: string, own: readonly TableSummary[]): Promise<string> {
  const begun = own.find((table) => table.lesson && table.game === game && table.status === "playing");
  const table = begun?.table ?? (await postOnce<{ table: string }>(`/api/lessons/${game}`)).table;
  return `/table/${table}`;
}
