// The lines of the log.

import type { Told } from "../../api/client";
import type { Names } from "../game";
import { t } from "../../words/index.svelte";
import type { Khan } from "./types";

/** The most directions without refuge for which it is said what was in the way. */
const MOST_EXPLAINED = 2;

export function tell(event: Told<Khan>, names: Names): string {
  return t(`khan.log.${event.key}`, event.arguments, names);
}

/**
 * What happened with one action. Of a flight in the direction of its card the direction is said once; many directions that lead nowhere
 * are only listed; who sees the cards drawn need not be told how many they are.
 */
export function story(events: readonly Told<Khan>[], names: Names): string[] {
  const groups = attempts(events);
  return groups.flatMap((group, place) => {
    const [before, next] = [groups[place - 1]?.[0]?.key, groups[place + 1]?.[0]?.key];
    const { key } = group[0]!;
    if (key === "refilled" && next === "drew") return [];
    if (group.length > MOST_EXPLAINED) return [t("khan.together.tried_many", { directions: group.map((one) => one.key === "tried" && one.arguments.direction) })];
    if (key === "fled" && before === "card") return [t("khan.together.fled_so", group[0]!.arguments)];
    return group.map((event) => tell(event, names));
  });
}

/** The events one by one, but the directions that a ruler tries in one flight together. */
function attempts(events: readonly Told<Khan>[]): Told<Khan>[][] {
  const groups: Told<Khan>[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (event.key === "tried" && last?.[0]?.key === "tried") last.push(event);
    else groups.push([event]);
  }
  return groups;
}
