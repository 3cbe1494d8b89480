// The review of a finished match: asked for once, worked out by the server, and looked at for as long as one likes.

import { Denied, get, insist, type PlyView, post, type Review, type ReviewState, type Trouble } from "./api/client";

/** How long to wait before looking again: at first a moment, for what was a short match, then longer and longer. */
const FIRST_WAIT_MS = 125;
const LONGEST_WAIT_MS = 1000;

export class Reviewing {
  /** How far it is; null before the server was asked. */
  state = $state.raw<ReviewState | null>(null);
  problem = $state.raw<Trouble | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private moments = new Map<number, Promise<PlyView>>();
  private requests = 0;
  private wait = FIRST_WAIT_MS;
  private closed = false;

  constructor(private readonly table: string) {}

  review = $derived<Review | null>(this.state?.review ?? null);
  /** Whether the server is at it. */
  running = $derived(this.state?.state === "waiting" || this.state?.state === "working");

  /** See how far it is, and go on seeing while it is worked out. */
  async look(): Promise<void> {
    if (!this.review) await this.take(() => get<ReviewState>(this.path));
  }

  /** Have it worked out, if it is not yet. */
  async ask(): Promise<void> {
    this.wait = FIRST_WAIT_MS;
    await this.take(() => post<ReviewState>(this.path));
  }

  /** What everybody could see before a decision, and what could be done then of two things. */
  before({ ply, played, best }: Review["decisions"][number]): Promise<PlyView> {
    const query = new URLSearchParams([played, best].map((action) => ["action", action]));
    const known = this.moments.get(ply) ?? insist(() => get<PlyView>(`/api/tables/${this.table}/plies/${ply - 1}?${query}`));
    this.moments.set(ply, known);
    return known;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private get path(): string {
    return `/api/tables/${this.table}/review`;
  }

  private async take(work: () => Promise<ReviewState>): Promise<void> {
    clearTimeout(this.timer);
    const request = ++this.requests;
    try {
      const state = await insist(work);
      if (this.closed || request !== this.requests) return;
      this.state = state;
      this.problem = null;
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      this.problem = error.problem;
    }
    if (this.closed || !this.running) return;
    this.timer = setTimeout(() => void this.look(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }
}
