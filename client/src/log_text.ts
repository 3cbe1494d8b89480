// What happened at a table, in words and on the board.

import type { PlyLog, TableView } from "./api/client";
import type { GameClient, Names } from "./games/game";
import { nameOf } from "./people";
import { t } from "./words/index.svelte";

/** What happened with one action, in sentences. */
export function sentences(game: GameClient, names: Names, entry: PlyLog): string[] {
  return game.story?.(entry.events, names) ?? entry.events.map((event) => game.tell(event, names));
}

/** The same in one line. */
export function story(game: GameClient, view: TableView, entry: PlyLog): string {
  return sentences(game, (seat) => nameOf(view, seat), entry).join(" ");
}

/** What was decided with one action, in one line. */
export function decision(game: GameClient, view: TableView, entry: PlyLog): string {
  return story(game, view, { ...entry, events: [...(game.decided?.(entry.events) ?? entry.events)] });
}

/** The things on the table that it is about. */
export function touched(game: GameClient, entry: PlyLog): string[] {
  return entry.events.flatMap((event) => game.touched(event));
}

/** The last action of the seat that looks; 0 before the first. */
export function lastOwn(view: TableView): number {
  return view.log.findLast((entry) => entry.seat === view.seat)?.ply ?? 0;
}

/** That a match was called off, and by whom if that was nobody at the table. */
export function calledOff(view: Pick<TableView, "talk">): string {
  const why = view.talk.findLast(({ kind }) => kind === "abandon")?.data.why;
  return why === "server" ? t("talk.abandon", { why }) : t("ui.abandoned");
}
