// One's own hand as one likes to hold it: the order of its cards, kept on this device for each table, and notes on them.

import { stored } from "../../local_store.svelte";
import type { Notes } from "../../notes.svelte";

export class OwnHand {
  private readonly order;

  constructor(
    table: string,
    private readonly notes: Pick<Notes, "on" | "write">,
  ) {
    this.order = stored<string[]>(`hanabi.order.${table}`, []);
  }

  /** The cards in the order they are held in; new ones come last. */
  arranged(cards: readonly string[]): string[] {
    const placed = this.order.value.filter((card) => cards.includes(card));
    return [...placed, ...cards.filter((card) => !placed.includes(card))];
  }

  /** Put a card at a place among the others. */
  put(cards: readonly string[], card: string, place: number): void {
    const others = this.arranged(cards).filter((other) => other !== card);
    others.splice(Math.max(0, Math.min(place, others.length)), 0, card);
    this.order.value = others;
  }

  noteOn(card: string): string {
    return this.notes.on(`card:${card}`);
  }

  write(card: string, note: string): void {
    this.notes.write(`card:${card}`, note);
  }
}
