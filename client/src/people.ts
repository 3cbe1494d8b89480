// What people at a table are called.

import type { Schemas, TableView } from "./api/client";
import { t } from "./words/index.svelte";

/** The name of who sits on a seat; a guest has said none. Bots have names by their seats: a table has at most one of each. */
export function nameOfSeat(seat: Schemas["SeatView"]): string {
  if (seat.kind === "bot") return t(`bot_name.${seat.seat}`);
  if (seat.kind === "open") return t("ui.open_seat");
  return seat.name ?? t("table.guest", { number: seat.seat });
}

/** The same, by the number of the seat. */
export function nameOf(view: Pick<TableView, "seats">, seat: number): string {
  const who = view.seats[seat - 1];
  return who ? nameOfSeat(who) : t("table.seat", { number: seat });
}
