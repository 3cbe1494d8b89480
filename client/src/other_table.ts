// From one table to another that the server makes of it: a rematch, another way, a second try.

import { go } from "./router.svelte";
import type { TableState } from "./table.svelte";

/** Ask for it, and go there. */
export async function goOn(table: TableState, how: "rematch" | "branches", wish: object): Promise<void> {
  const made = await table.ask<{ table: string }>(how, wish);
  if (made) go(`/table/${made.table}`);
}
