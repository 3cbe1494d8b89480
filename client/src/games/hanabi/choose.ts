// Choosing at the table: a click on a card or a hand only picks it, even if one action alone is left for it.

import { narrowed } from "../../narrow";
import { type GameTable, thing } from "../../table.svelte";
import type { Hanabi } from "./types";

/** The attributes of something that can be clicked, with classes of its own. */
export function put(table: GameTable<Hanabi>, id: string, label: string, classes: string): Record<string, unknown> {
  const made = thing(table, id, label);
  return { ...made, class: `${made.class as string} ${classes}` };
}

/** A click on a card or a hand. */
export function choose(table: GameTable<Hanabi>, id: string): void {
  const further = narrowed(table.actions, [...table.picked, id]);
  const anew = narrowed(table.actions, [id]);
  const wouldDecide = table.picked.length === 0 ? anew.length === 1 : further.length === 0 && anew.length === 1;
  if (!wouldDecide || table.picked.includes(id)) {
    void table.pick(id);
    return;
  }
  table.problem = null;
  table.asked = null;
  table.picked = [id];
}

/** The attributes of a card or a hand: it is only picked by a click or a key. */
export function putToChoose(table: GameTable<Hanabi>, id: string, label: string, classes: string): Record<string, unknown> {
  return answering(put(table, id, label, classes), () => choose(table, id));
}

/** The same attributes with another answer to clicks and keys. */
export function answering(attributes: Record<string, unknown>, answer: () => void): Record<string, unknown> {
  return {
    ...attributes,
    onclick: (event: Event) => {
      event.stopPropagation();
      answer();
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      answer();
    },
  };
}

/** Arrow keys go from thing to thing within a row. */
export function walk(row: HTMLElement): { destroy(): void } {
  const onkeydown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step || event.shiftKey) return;
    const things = [...row.querySelectorAll<HTMLElement>("[data-thing]")];
    const at = things.indexOf((event.target as Element).closest<HTMLElement>("[data-thing]")!);
    things[(at + step + things.length) % things.length]?.focus();
    event.preventDefault();
  };
  row.addEventListener("keydown", onkeydown);
  return { destroy: () => row.removeEventListener("keydown", onkeydown) };
}
