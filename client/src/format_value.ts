// Chances and expected points in words.

import { language } from "./words/index.svelte";

/** What a worth is counted in: a chance to win, or the points of a team. */
export type Unit = "chance" | "points";

/** A worth as people read it: "43%", or "21.4". */
export function formatValue(worth: number, unit: Unit): string {
  return format(unit, "auto").format(worth);
}

/** A change of a worth: "+12%", "−0.8". */
export function formatChange(change: number, unit: Unit): string {
  return format(unit, "exceptZero").format(change);
}

function format(unit: Unit, signDisplay: "auto" | "exceptZero"): Intl.NumberFormat {
  const digits = unit === "chance" ? 0 : 1;
  const style = unit === "chance" ? "percent" : "decimal";
  return new Intl.NumberFormat(language(), { style, signDisplay, minimumFractionDigits: digits, maximumFractionDigits: digits });
}
