// What one notes of a match for oneself, of moves and of cards: kept with the match, at the seat from which one looks.

import { Denied, get, put } from "./api/client";

/** How long somebody writes before what he has written is sent. */
const WRITING_MS = 400;

export class Notes {
  private all = $state.raw<Record<string, string>>({});
  /** The seat whose notes these are; undefined before anybody has looked. */
  private seat: number | null | undefined;
  private timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly table: string) {}

  /** Look from a seat, null is from beside the table: its notes are there soon, and no others. */
  async look(seat: number | null): Promise<void> {
    if (seat === this.seat) return;
    this.seat = seat;
    this.all = {};
    try {
      const { notes } = await get<{ notes: Record<string, string> }>(`${this.path}${seat === null ? "" : `?seat=${seat}`}`);
      if (this.seat === seat) this.all = { ...notes, ...this.all };
    } catch (error) {
      if (!(error instanceof Denied)) throw error; // who can't be told has none
    }
  }

  on(about: string): string {
    return this.all[about] ?? "";
  }

  /** Note something, or nothing any more. */
  write(about: string, text: string): void {
    this.all = { ...this.all, [about]: text };
    clearTimeout(this.timers.get(about));
    const seat = this.seat ?? null;
    this.timers.set(about, setTimeout(() => void this.send(about, text, seat), WRITING_MS));
  }

  private async send(about: string, text: string, seat: number | null): Promise<void> {
    try {
      await put(this.path, { seat, about, text });
    } catch (error) {
      if (!(error instanceof Denied)) throw error; // it stands on the page as long as that is open
    }
  }

  private get path(): string {
    return `/api/tables/${this.table}/notes`;
  }
}
