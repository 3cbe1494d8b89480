// What people at a table are called.

import type { TableView } from "./api/client";
import { t } from "./words/index.svelte";

/** The name of who sits on a seat. */
export function nameOf(view: TableView, seat: number): string {
  const who = view.seats[seat - 1];
  if (!who) return t("ui.seat", { seat });
  if (who.kind === "bot") return t("ui.bot_named", { bot: who.bot ?? "", seat });
  if (who.kind === "open") return t("ui.open_seat");
  return who.name ?? t("ui.seat", { seat });
}
