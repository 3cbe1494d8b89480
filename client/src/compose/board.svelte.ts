// The table as the drawing of a game wants it, with a composed position on it: what is clicked is set instead of played.

import type { Action, AnyGame, Suggestion, TableView } from "../api/client";
import { narrowed } from "../narrow";
import type { TableState } from "../table.svelte";
import { t } from "../words/index.svelte";
import type { Composer } from "./composer.svelte";

const NOBODY: never[] = [];

export class ComposedTable {
  readonly id: string;
  lit = $state.raw<ReadonlySet<string>>(new Set());
  /** What is picked to become a piece, or was suggested. */
  picked = $state.raw<string[]>([]);
  /** What can be clicked now. */
  can = $state.raw<ReadonlySet<string>>(new Set());
  readonly notes = { on: () => "", write: () => {}, look: () => {} };
  readonly present = NOBODY;
  readonly spectators = 0;
  readonly preparing = null;
  readonly closed = null;
  readonly connected = true;
  readonly problem = null;
  readonly asked = null;
  readonly waiting = null;
  readonly busy = false;
  readonly past = null;
  readonly aim = null;
  readonly watching = false;
  readonly ply = 0;
  readonly myTurn = false;
  readonly awaited = null;
  readonly exposed = false;
  readonly covered = false;
  readonly changed: ReadonlyMap<string, number> = new Map();

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
  readonly fits: ReadonlySet<string> = new Set();

  view = $derived.by<TableView | null>(() => {
    const { seen, options, players, game } = this.composer;
    if (!seen) return null;
    const seats = Array.from({ length: players }, (_, place) => ({
      seat: place + 1, kind: "person", name: t("table.seat", { number: place + 1 }), bot: null, agrees: false,
    }));
    return {
      table: this.id, version: 0, status: "playing", game, options, seats, clock: null, silent: false, secrets: false, mine: [],
      seat: seen.seat, ply: 0, to_act: seen.to_act, view: this.shown, everything: seen.position, actions: [], log: [], talk: [],
      can_undo: 0, can_suggest: false, can_review: false, lesson: null, branch: null, host: false, previous: null,
    } as unknown as TableView;
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
  isOwn(): boolean {
    return false;
  }

  /** As a game takes it. */
  get asTable(): TableState {
    return this as unknown as TableState;
  }
}
