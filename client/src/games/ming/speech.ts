// What happened, in words: a sentence for each event, or one for several that belong together.

import type { Told } from "../../api/client";
import type { Names } from "../game";
import { listed, t } from "../../words/index.svelte";
import { districtName, provinceOf } from "./looks";
import type { Ming } from "./types";

/** Something that happened, in words. */
export function tell(event: Told<Ming>, names: Names): string {
  return t(`ming.log.${event.key}`, event.arguments, names);
}

/** Who has how many, over several events. */
function sums(events: readonly Told<Ming>[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const event of events) {
    for (const [name, number] of Object.entries(event.key === "palaces" ? event.arguments.moves : {})) found[name] = (found[name] ?? 0) + number;
  }
  return found;
}

/** A run of steps as one walk. */
function walk(steps: readonly Told<Ming>[], names: Names): string {
  const said = steps.flatMap((step) => (step.key === "stepped" ? [step.arguments] : []));
  const way = said.map(({ district }) => districtName(district)).join(" → ");
  return t("ming.together.walked", { seat: said[0]!.seat, way, cards: said.map(({ card }) => card) }, names);
}

/** What everybody got for the same thing. */
function shares(events: readonly Told<Ming>[], names: Names): string {
  const points: Record<string, number> = {};
  for (const { arguments: said } of events) {
    if ("points" in said && "seat" in said) points[said.seat] = (points[said.seat] ?? 0) + said.points;
  }
  return listed(Object.entries(points).map(([seat, sum]) => `${names(Number(seat))} +${sum}`));
}

/** Whether an event is about the points of a city. */
const isOfCity = (event: Told<Ming>) => event.key === "scored_palaces" || event.key === "majority";

/** Events that follow each other and are told together: a walk, the palaces of a province, the points of a city or of the monasteries. */
function together(one: Told<Ming>, other: Told<Ming>): boolean {
  if (one.key === "palaces") return other.key === "palaces" && provinceOf(one.arguments.district) === provinceOf(other.arguments.district);
  if (isOfCity(one)) return isOfCity(other) && one.arguments.of === other.arguments.of;
  if (one.key === "monasteries") return other.key === "monasteries";
  return one.key === "stepped" && other.key === "stepped" && one.arguments.seat === other.arguments.seat;
}

/** What happened with one action, in as few sentences as it takes. */
export function story(events: readonly Told<Ming>[], names: Names): string[] {
  const told: Told<Ming>[][] = [];
  for (const [place, event] of events.entries()) {
    const before = told.at(-1);
    if (event.key === "chose" && events[place + 1]?.key === "chose_sum") continue;
    if (event.key === "stopped" && before?.[0]!.key === "stepped") continue;
    if (before && together(before[0]!, event)) before.push(event);
    else told.push([event]);
  }
  return told.map((group) => {
    const first = group[0]!;
    if (first.key === "palaces") return t("ming.together.palaces_of", { province: provinceOf(first.arguments.district), moves: sums(group) }, names);
    if (isOfCity(first)) return t("ming.together.city", { of: first.arguments.of, shares: shares(group, names) });
    if (first.key === "monasteries") return t("ming.together.monastery_points", { shares: shares(group, names) });
    return group.length > 1 ? walk(group, names) : tell(first, names);
  });
}
