// Which districts stay vivid while something on the map is to be chosen.

import type { GameTable } from "../../table.svelte";
import type { Ming } from "./types";

/**
 * Whether a district goes with what is picked, or can be picked as long as nothing is; the prince to act stands on vivid ground in
 * either case. Null while nothing on the map is to be chosen.
 */
export function isVivid(district: string, table: Pick<GameTable<Ming>, "can" | "fits" | "picked" | "shown">): boolean | null {
  const { can, fits, picked, shown } = table;
  const lit = new Set([...(picked.length ? fits : can), ...picked]);
  if (![...lit].some((id) => id.startsWith("district:"))) return null;
  const stands = shown !== null && shown.to_act !== null && shown.princes[shown.to_act - 1] === district;
  return stands || lit.has(`district:${district}`) || lit.has(`monastery:${district}`);
}
