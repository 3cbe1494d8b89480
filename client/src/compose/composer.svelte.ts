// A position that somebody composes, as the page holds it: how it stands, what was before, and what the server says of it.

import { type AnyGame, Denied, insist, post, type Schemas, type Suggestion, type Trouble } from "../api/client";
import { History } from "../history.svelte";
import { stored } from "../local_store.svelte";
import { isSame, type Part, type Position } from "./position";

type Composed = Schemas["Composed"];
export type Fault = Schemas["ComposingFault"];
/** What one begins with. */
type Beginning = { deal: Record<string, unknown> } | { saved: string; until?: number } | { position: Position };
/** What is kept on the device: the position, and the last one before it that could be played. */
type Kept = { position: Position; playable: Position | null; seat: number | null } | null;

/** Changes that follow each other as fast as that are looked at together. */
const BUNDLE_MS = 40;

export class Composer {
  position = $state.raw<Position | null>(null);
  parts = $state.raw<Part[]>([]);
  board = $state.raw<AnyGame["board"] | null>(null);
  options = $state.raw<Record<string, unknown>>({});
  /** How the last position looked that can be played. */
  seen = $state.raw<Composed | null>(null);
  faults = $state.raw<Fault[]>([]);
  /** With whose eyes one wants to look; null are those of the seat to act. */
  seat = $state<number | null>(null);
  /** Why the server did not look at it. */
  problem = $state.raw<Trouble | null>(null);
  /** Whether the last change has not been looked at yet. */
  checking = $state(false);
  suggestion = $state.raw<Suggestion | null>(null);
  suggesting = $state(false);
  /** Whether what is suggested took the place of another action. */
  replaced = false;
  private readonly history = new History<Position>();
  private readonly kept: { value: Kept };
  private seed = newSeed();
  private running = false;
  private wishes = 0;

  constructor(readonly game: string) {
    this.kept = stored<Kept>(`compose.${game}`, null);
  }

  players = $derived(Number(this.options["players"] ?? 0));
  canUndo = $derived(this.history.canUndo);
  canRedo = $derived(this.history.canRedo);
  /** Whether the position as it stands can be played. */
  playable = $derived(this.seen !== null && this.faults.length === 0 && !this.checking);
  /** The view to be drawn: that of the last position that could be played, with what has been set since as far as it shows it as it is. */
  view = $derived.by<AnyGame["view"] | null>(() => {
    const { seen, position } = this;
    if (!seen?.view || !position || position === seen.position) return seen?.view ?? null;
    const [view, was] = [seen.view as Record<string, unknown>, seen.position as Record<string, unknown>];
    const newer = this.parts.filter(({ key, things }) => things && key in view && key in position && isSame(view[key], was[key]));
    return { ...view, ...Object.fromEntries(newer.map(({ key }) => [key, position[key]])) } as AnyGame["view"];
  });

  /** Go on with what was composed on this device; whether there was something. */
  async resume(): Promise<boolean> {
    const kept = this.kept.value;
    if (!kept) return false;
    this.seat = kept.seat;
    // What can't be played is drawn as it was when it could.
    if (kept.playable && !isSame(kept.playable, kept.position)) await this.begin({ position: kept.playable });
    const done = await this.begin({ position: kept.position });
    this.history.forget();
    return done;
  }

  /** Begin with something else, which can be taken back; whether the server could make anything of it. */
  async begin(from: Beginning): Promise<boolean> {
    const seed = newSeed();
    try {
      const answer = await this.ask({ ...from, seed, whole: true });
      if (answer.parts === null) {
        this.problem = { error: "bad_saved", message: answer.faults[0]?.message ?? "", clause: null, key: null, arguments: {}, version: null };
        return false;
      }
      this.seed = seed;
      this.note();
      this.parts = answer.parts;
      this.take(answer, answer.position ?? ("position" in from ? from.position : {}));
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /** Put another position in the place of this one. */
  set(position: Position): void {
    if (position === this.position || isSame(position, this.position)) return;
    this.note();
    this.goTo(position);
  }

  undo(): void {
    const last = this.position && this.history.undo(this.position);
    if (last) this.goTo(last);
  }

  redo(): void {
    const next = this.position && this.history.redo(this.position);
    if (next) this.goTo(next);
  }

  /** Look at it with the eyes of another seat. */
  lookFrom(seat: number): void {
    this.seat = seat;
    void this.check();
  }

  private note(): void {
    if (this.position) this.history.note(this.position);
  }

  private goTo(position: Position): void {
    this.letGo();
    this.position = position;
    this.keep();
    void this.check();
  }

  /** Have the server look at the position as it stands; what is set meanwhile is looked at next. */
  private async check(): Promise<void> {
    this.checking = true;
    if (this.running) return;
    this.running = true;
    try {
      for (;;) {
        await new Promise((resume) => setTimeout(resume, BUNDLE_MS));
        const { position, seat } = this;
        const whole = !isSame(position?.["options"], (this.seen?.position as Position | undefined)?.["options"]);
        const answer = await this.ask({ position: position!, seed: this.seed, whole });
        if (position !== this.position || seat !== this.seat) continue;
        this.take(answer, answer.position ?? position!);
        return;
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.running = this.checking = false;
    }
  }

  private async ask(what: object): Promise<Composed> {
    const answer = await insist(() => post<Composed>(`/api/games/${this.game}/compose`, { ...what, seat: this.seat }));
    this.problem = null;
    return answer;
  }

  private take(answer: Composed, position: Position): void {
    this.position = position;
    this.faults = answer.faults;
    if (answer.board) this.board = answer.board;
    if (answer.parts) this.parts = answer.parts;
    if (answer.position) this.seen = answer;
    else if (answer.board && !isSame(this.options, answer.options)) this.seen = null;
    if (Object.keys(answer.options).length) this.options = answer.options;
    this.keep();
  }

  private keep(): void {
    if (this.position) this.kept.value = { position: this.position, playable: this.seen?.position ?? null, seat: this.seat };
  }

  /** Ask what a good player would do: what a quick one says is there until the strong one has thought. */
  async suggest(): Promise<void> {
    if (!this.playable || !this.seen?.can_suggest || this.suggesting) return;
    this.letGo();
    const [wish, position] = [this.wishes, this.position];
    const ask = (quick: boolean): Promise<Suggestion> =>
      post<Suggestion>(`/api/games/${this.game}/compose/suggestion`, { position, seed: this.seed, quick });
    const propose = (suggestion: Suggestion): void => {
      if (wish !== this.wishes) return;
      this.replaced = this.suggestion !== null && this.suggestion.action !== suggestion.action;
      this.suggestion = suggestion;
    };
    this.suggesting = true;
    // The strong player says it if there is something to be said against asking.
    ask(true).then((first) => this.suggesting && propose(first), () => {});
    try {
      propose(await ask(false));
    } catch (error) {
      if (wish === this.wishes) this.fail(error);
    } finally {
      this.suggesting = false;
    }
  }

  /** Forget what was suggested. */
  letGo(): void {
    this.wishes += 1;
    this.suggestion = null;
  }

  /** Play an action: what comes of it is the position that is composed. */
  async play(action: string): Promise<void> {
    const saved = this.playable ? this.seen?.saved : null;
    if (!saved) return;
    const match = JSON.parse(saved) as { actions: string[] };
    this.letGo();
    await this.begin({ saved: JSON.stringify({ ...match, actions: [...match.actions, action] }) });
  }

  private fail(error: unknown): void {
    if (!(error instanceof Denied)) throw error;
    this.problem = error.problem;
  }
}

/** What chance is drawn from: 18 digits that nobody guesses. */
function newSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (word) => String(word % 1_000_000_000)).join("");
}
