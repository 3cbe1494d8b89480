// What happened, shown decision by decision: as it comes, once more since one's last turn, or as a replay.
//
// The film shows positions that the server gave and nothing in between. What can be done, whose turn it is, clocks and
// sounds belong to the present, which the table holds all the while.

import { Denied, type PlyLog, type PlyView, type TableView } from "./api/client";
import { lastOwn } from "./log_text";
import { pace } from "./pace";
import type { TableState } from "./table.svelte";

/** How long a moment of a replay is looked at: as long as it takes to read what happened. */
const SHORTEST_MS = 1200;
const LETTER_MS = 25;
/** How long the moment before the first decision of a replay is looked at. */
const BEFORE_MS = 400;
/** Where more decisions than these wait, each takes this part of its time. */
const MANY = 8;
const HASTE = 0.7;
/** What comes in one piece and is longer happened while one was away: it is not shown unless one asks. */
export const MOST = 24;

export class Film {
  /** What runs: what the others decide, as it comes; the same once more; or the match from some moment on. */
  running = $state<"live" | "again" | "replay" | null>(null);
  /** Moments that the server was asked for. */
  private reel = new Map<number, PlyView>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the starts, so that one that was overtaken while it waited does not go on. */
  private run = 0;

  constructor(
    private readonly table: TableState,
    /** Show what an action was about; how many letters there are to read. */
    private readonly tell: (ply: number) => number,
  ) {}

  /** Whether an earlier moment is on the table that is on its way to the present: what is clicked then ends the film. */
  get shows(): boolean {
    return this.table.past !== null && (this.running === "live" || this.running === "again");
  }

  /** The seat whose decision is shown on the way to the present. */
  get seat(): number | null {
    return this.shows ? (entryAt(this.table.view!, this.table.ply)?.seat ?? null) : null;
  }

  /** How many decisions are still to be shown. */
  get waiting(): number {
    return this.running === null ? 0 : this.table.view!.ply - this.table.ply;
  }

  /** A view has come: show how it came about, unless somebody looks elsewhere. */
  take(before: TableView | null, now: TableView): void {
    if (before !== null && before.seat === null && now.seat !== null) {
      this.catchUp(before, now);
      return;
    }
    if (this.running === null && this.table.aim !== null) return;
    if (before === null || !goesOn(before, now)) {
      this.end();
      return;
    }
    if (before.ply === now.ply || this.running === "again" || this.running === "replay") return;
    if (pace() === null || document.hidden || now.ply - before.ply > MOST) {
      this.end();
      return;
    }
    this.table.hold(before);
    const person = lastByPerson(now, this.table.ply);
    if (person !== null) void this.roll("live", person);
    else if (this.running === null) void this.roll("live", this.table.ply + 1);
  }

  /** Somebody looks from his seat: show him what the others did since he last acted, or the last part of it. */
  private catchUp(before: TableView, now: TableView): void {
    this.end();
    const first = Math.max(lastOwn(now), now.ply - MOST) + 1;
    if (before.view === null || pace() === null || document.hidden || first > now.ply) return;
    this.table.hold(before);
    void this.start(first, "live");
  }

  /** Show all from a decision on, with the moment before it. */
  async start(ply: number, as: "live" | "again" | "replay" = "replay"): Promise<void> {
    const first = Math.max(0, ply - 1);
    if (this.table.ply === first) await this.roll(as, first + 1);
    else await this.roll(as, first, BEFORE_MS);
  }

  /** Show one decision after the other, up to now; the first may be a moment to begin at. */
  private async roll(as: "live" | "again" | "replay", first: number, look?: number): Promise<void> {
    clearTimeout(this.timer);
    const run = ++this.run;
    this.running = as;
    for (let ply = first; ply <= this.table.view!.ply; ply++) {
      let moment: PlyView | null = null;
      if (ply < this.table.view!.ply) {
        try {
          moment = await this.moment(ply);
        } catch (error) {
          if (run === this.run) this.fail(error);
          return;
        }
        if (run !== this.run) return;
      }
      const opens = ply === first && look !== undefined;
      const moves = this.table.show(moment, !opens);
      await this.wait(opens ? look : this.howLong(ply, moves));
      if (run !== this.run) return;
    }
    this.stop();
  }

  /** A moment, asked for with those that follow it. */
  private async moment(ply: number): Promise<PlyView> {
    const known = this.reel.get(ply);
    if (known) return known;
    const reel = this.reel;
    const count = Math.min(MOST, this.table.view!.ply - ply);
    for (const moment of await this.table.moments(ply, count)) reel.set(moment.ply, moment);
    return reel.get(ply)!;
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resume) => (this.timer = setTimeout(resume, ms)));
  }

  /** How long a decision stays: its flight, and the time to see or to read what it brought. */
  private howLong(ply: number, moves: boolean): number {
    const { view } = this.table;
    const entry = entryAt(view!, ply);
    const letters = this.tell(ply);
    const speed = pace();
    const flight = moves && entry ? this.flightOf(entry) : 0;
    if (this.running !== "live") return flight + (SHORTEST_MS + letters * LETTER_MS) * (speed?.reading ?? 1);
    if (speed === null || !entry || this.table.isOwn(entry)) return flight;
    return (flight || speed.still) + (entryAt(view!, ply + 1)?.seat === entry.seat ? speed.between : speed.turn);
  }

  /** How long what a decision moves is on its way: one's own shortly, and where many wait they make haste. */
  flightOf(entry: PlyLog): number {
    const speed = pace();
    if (speed === null) return 0;
    if (this.running !== "live") return speed.flight;
    return this.table.isOwn(entry) ? speed.own : speed.flight * (this.waiting > MANY ? HASTE : 1);
  }

  /** The server does not say how it came about: a replay stops where it is, and what has come is shown. */
  private fail(error: unknown): void {
    const live = this.running === "live";
    if (this.running === "replay") this.stop();
    else this.end();
    if (!(live && error instanceof Denied)) this.table.fail(error);
  }

  /** Look at a moment, and stay there; null is now. */
  async look(ply: number | null): Promise<void> {
    this.stop();
    await this.table.lookAt(ply);
  }

  /** Stay at the moment that is shown. */
  stop(): void {
    clearTimeout(this.timer);
    this.run += 1;
    this.running = null;
    this.reel = new Map();
    this.table.light([]);
  }

  /** Show the present. */
  end(): void {
    this.stop();
    this.table.show(null, false);
  }
}

const entryAt = (view: TableView, ply: number): PlyLog | undefined => view.log[ply - 1];

/** Whether a view continues another one: the same eyes, and nothing taken back. */
function goesOn(before: TableView, now: TableView): boolean {
  if (before.view === null || now.view === null || before.seat !== now.seat || now.ply < before.ply) return false;
  return entryAt(before, before.ply)?.version === entryAt(now, before.ply)?.version;
}

/** The last decision after some moment that a person made; nobody waits to see those. */
function lastByPerson(view: TableView, after: number): number | null {
  const entry = view.log.findLast(({ ply, seat }) => ply > after && isPerson(view, seat));
  return entry?.ply ?? null;
}

function isPerson(view: TableView, seat: number): boolean {
  const who = view.seats[seat - 1];
  return who?.kind === "person" && !who.bot;
}
