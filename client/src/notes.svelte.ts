// What one notes of a match for oneself, of moves and of cards: kept with the match, at the seat from which one looks.

import { Denied, get, put } from "./api/client";
import { stored } from "./local_store.svelte";
import { t } from "./words/index.svelte";

/** How long somebody writes before what he has written is sent. */
const WRITING_MS = 400;
/** When it is tried again where nobody answered. */
const AGAIN_MS = 5000;
/** How long a note may be. */
export const MOST_LETTERS = 500;
/** What will pass. */
const FOR_NOW = new Set(["offline", "too_often", "too_slow", "unavailable"]);

export class Notes {
  private all = $state.raw<Record<string, string>>({});
  /** [about] why it is not saved. */
  private reasons = $state.raw<Record<string, string>>({});
  /** What is not saved stays on this device until it is. */
  private drafts = stored<Record<string, string>>("", {});
  /** The seat whose notes these are; undefined before anybody has looked. */
  private seat: number | null | undefined;
  private timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly table: string) {}

  /** Look from a seat, null is from beside the table: its notes are there soon, and no others. */
  async look(seat: number | null): Promise<void> {
    if (seat === this.seat) return;
    this.seat = seat;
    this.reasons = {};
    this.drafts = stored(`notes.${this.table}.${seat ?? ""}`, {});
    this.all = this.drafts.value;
    for (const [about, text] of Object.entries(this.all)) this.write(about, text);
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

  /** Why what is noted is not saved; nothing where it is, or soon will be. */
  unsaved(about: string): string {
    return this.reasons[about] ?? "";
  }

  /** Note something, or nothing any more. */
  write(about: string, text: string): void {
    this.all = { ...this.all, [about]: text };
    clearTimeout(this.timers.get(about));
    const letters = [...text.trim()].length;
    if (letters > MOST_LETTERS) this.keep(about, text, t("ui.note_too_long", { letters, most: MOST_LETTERS }));
    else this.sendSoon(about, text, WRITING_MS);
  }

  private sendSoon(about: string, text: string, ms: number): void {
    const seat = this.seat ?? null;
    this.timers.set(about, setTimeout(() => void this.send(about, text, seat), ms));
  }

  private async send(about: string, text: string, seat: number | null): Promise<void> {
    const isMeant = (): boolean => (this.seat ?? null) === seat && this.on(about) === text;
    try {
      await put(this.path, { seat, about, text });
      if (isMeant()) this.saved(about);
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      if (!isMeant()) return;
      const { error: why, message } = error.problem;
      this.keep(about, text, t("ui.note_unsaved", { reason: why === "offline" ? t("ui.offline") : message }));
      if (FOR_NOW.has(why)) this.sendSoon(about, text, AGAIN_MS);
    }
  }

  private keep(about: string, text: string, reason: string): void {
    this.reasons = { ...this.reasons, [about]: reason };
    this.drafts.value = { ...this.drafts.value, [about]: text };
  }

  private saved(about: string): void {
    if (!(about in this.drafts.value)) return;
    const { [about]: _reason, ...reasons } = this.reasons;
    const { [about]: _draft, ...drafts } = this.drafts.value;
    this.reasons = reasons;
    this.drafts.value = drafts;
  }

  private get path(): string {
    return `/api/tables/${this.table}/notes`;
  }
}
