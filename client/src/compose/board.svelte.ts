// The table as the drawing of a game wants it, with a composed position on it: what is clicked is set instead of played.

import type { Action, AnyGame, Suggestion, Trouble } from "../api/client";
import { narrowed } from "../narrow";
import type { GameTable, Seen } from "../table.svelte";
import { t } from "../words/index.svelte";
import type { Composer } from "./composer.svelte";

const NOBODY: never[] = [];

export class ComposedTable implements GameTable {
  readonly id: string;
  lit = $state.raw<ReadonlySet<string>>(new Set());
  /** What is picked to become a piece, or was suggested. */
  picked = $state.raw<string[]>([]);
  /** What can be clicked now. */
  can = $state.raw<ReadonlySet<string>>(new Set());
  readonly notes = { on: () => "", write: () => {} };
  problem: Trouble | null = null;
  asked: string | null = null;
  readonly waiting = null;
  readonly busy = false;
  readonly past = null;
  readonly myTurn = false;
  readonly awaited = null;
  readonly changed: ReadonlyMap<string, number> = new Map();
  readonly fits: ReadonlySet<string> = new Set();

  constructor(
    private readonly composer: Composer,
    private readonly put: (thing: string) => void,
  ) {
    this.id = `compose.${composer.game}`;
  }

  get board(): AnyGame["board"] | null {
    return this.composer.board;
  }
  get shown(): AnyGame["view"] | null {
    return this.composer.view;
  }
  get everything(): AnyGame["everything"] | null {
    return this.composer.seen?.position ?? null;
  }
  get suggestion(): Suggestion | null {
    return this.composer.suggestion;
  }
  get suggesting(): boolean {
    return this.composer.suggesting;
  }
  get replaced(): boolean {
    return this.composer.replaced;
  }
  /** What can be played is offered only beside a suggestion. */
  get actions(): Action[] {
    return this.composer.suggestion ? ((this.composer.seen?.actions ?? NOBODY) as Action[]) : NOBODY;
  }
  get left(): Action[] {
    return narrowed(this.actions, this.picked);
  }

  view = $derived.by<Seen | null>(() => {
    const { seen, options, players, game } = this.composer;
    if (!seen) return null;
    const seats = Array.from({ length: players }, (_, place) => ({
      seat: place + 1, kind: "person" as const, name: t("table.seat", { number: place + 1 }), bot: null, agrees: false,
    }));
    return { game, options, seats, status: "playing", seat: seen.seat, ply: 0, view: this.shown, log: NOBODY };
  });

  async pick(thing: string): Promise<void> {
    this.put(thing);
  }
  mark({ touches }: { touches: readonly string[] }): void {
    this.picked = [...touches];
  }
  letGo(): void {
    this.picked = [];
    this.composer.letGo();
  }
  async decide(action: string): Promise<void> {
    this.picked = [];
    await this.composer.play(action);
  }
  async play(action: string): Promise<void> {
    await this.decide(action);
  }
  light(things: Iterable<string>): void {
    this.lit = new Set(things);
  }
}
