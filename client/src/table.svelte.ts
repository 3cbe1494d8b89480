// A table as the page holds it: the view, what is picked, where in the past one looks, and what is lit.

import {
  type Action, type AnyGame, Denied, eyes, get, type Suggestion, insist, newId, post, postOnce, type PlyLog, type PlyView, type TableView, type Told,
  type Trouble,
} from "./api/client";
import { LiveTable } from "./api/live";
import { choices, narrowed, openings, pick } from "./narrow";
import { Notes } from "./notes.svelte";

/** What a game brings to narrow and to explain. */
export interface Manners<G extends AnyGame = AnyGame> {
  /** The action a person seems to want who picked these things, to ask the server why it can't be; null if unclear. */
  attempt(view: G["view"], picked: readonly string[], board: G["board"]): string | null;
  /** What an action would need that was refused, in a sentence; null if the refusal says it. */
  need?(view: G["view"], action: string, refusal: string | null, board: G["board"]): string | null;
  /** How to do what a person seems to want who picked these things, where it can be done but not by them; null if unclear. */
  advice?(view: G["view"], picked: readonly string[]): string | null;
  /** Whether a thing is a place on the board, which stands back while it does not go with what is picked. */
  isPlace?(id: string): boolean;
  /** Whether an action is asked to be confirmed before it is played. */
  needsConfirming(view: G["view"], action: string, board: G["board"]): boolean;
  /** What is seen while a puzzle is open: without the aids that would tell what is to be found, of a question even more. */
  unaided?(view: G["view"], question: boolean): G["view"];
  /** The things on the table that a line of the log speaks of. */
  touched(event: Told<G>): string[];
  /** What an action changed on the table, to be marked; without it, what is touched. */
  changed?(entry: PlyLog<G>, log: readonly PlyLog<G>[], view: G["view"]): string[];
}

/** Told before the table shows another moment of the decision that leads to it, to let it be seen; whether something moves. */
export type Move<G extends AnyGame = AnyGame> = (before: G["view"], after: G["view"], entry: PlyLog<G>) => boolean;

/** What of a table a game's drawing needs of what the server says of it. */
export type Seen<G extends AnyGame = AnyGame> = Pick<TableView<G>, "game" | "options" | "seats" | "status" | "seat" | "ply" | "view" | "log">;

/** A table as a game draws it, and as what is clicked there is told to: one that is played, or one that is composed. */
export interface GameTable<G extends AnyGame = AnyGame>
  extends Pick<
    TableState<G>,
    | "id" | "board" | "shown" | "everything" | "actions" | "picked" | "can" | "fits" | "left" | "lit" | "changed" | "myTurn"
    | "asked" | "waiting" | "problem" | "past" | "busy" | "suggestion" | "suggesting" | "replaced" | "awaited"
    | "pick" | "mark" | "letGo" | "decide" | "play"
  > {
  readonly view: Seen<G> | null;
  readonly notes: Pick<Notes, "on" | "write">;
}

const NONE: never[] = [];

export class TableState<G extends AnyGame = AnyGame> {
  view = $state.raw<TableView<G> | null>(null);
  board = $state.raw<G["board"] | null>(null);
  connected = $state(true);
  present = $state.raw<number[]>([]);
  spectators = $state(0);
  /** The bot to move that is being made ready. */
  preparing = $state<string | null>(null);
  closed = $state.raw<{ error: string; message: string } | null>(null);
  /** Why the last thing was not done. */
  problem = $state.raw<Trouble | null>(null);
  picked = $state.raw<string[]>([]);
  /** The action that waits for "yes, do it". */
  asked = $state.raw<string | null>(null);
  busy = $state(false);
  /** What a good player would do now, once somebody has asked for it. */
  suggestion = $state.raw<Suggestion | null>(null);
  /** Whether it took the place of another action. */
  replaced = false;
  /** Whether the server thinks about that. */
  suggesting = $state(false);
  /** An earlier moment that is looked at; null is now. */
  past = $state.raw<PlyView<G> | null>(null);
  /** The moment that was asked for last, shown as soon as the server has answered; null is now. */
  aim = $state<number | null>(null);
  /** Whether one watches a finished match as if it were new: nothing is told of what comes before it is reached. */
  watching = $state(false);
  /** Things that something under the cursor speaks of. */
  lit = $state.raw<ReadonlySet<string>>(new Set());
  /** What one has noted at the seat that looks. */
  readonly notes: Notes;
  /** Lets pieces move when the table shows another moment. */
  move: Move<G> | null = null;
  /** The version that an answer of the server spoke of: what an older view offers is not offered any more. */
  private newest = $state(0);
  /** Counts what was let go, so that a suggestion is not shown to who no longer wants it. */
  private wishes = 0;
  /** [words] what is being asked. */
  private asking = new Map<string, Promise<unknown>>();
  private live: LiveTable<G>;
  /** The seat that was said to look; null leaves it to the server. */
  private from: number | null;

  constructor(
    readonly id: string,
    private readonly manners: () => Manners<G> | null,
    seat: number | null,
    private readonly hear: (before: TableView<G> | null, now: TableView<G>) => void,
  ) {
    this.from = seat;
    this.notes = new Notes(id);
    this.live = new LiveTable(id, {
      table: (view) => this.take(view),
      presence: (seats, spectators) => {
        this.present = seats;
        this.spectators = spectators;
      },
      preparing: (bot) => (this.preparing = bot),
      connected: (is) => {
        this.connected = is;
        if (!is) this.preparing = null;
        if (!is && !this.view) void this.takeKept();
      },
      closed: (error, message) => {
        if (error === "not_your_seat" && this.from !== null) this.lookFrom(null);
        else this.closed = { error, message };
      },
    }, seat);
  }

  /** What the game shows: now, or at the moment looked at. */
  shown = $derived<G["view"] | null>(this.seen(this.past ? this.past.view : (this.view?.view ?? null)));
  everything = $derived<G["everything"] | null>(this.past ? this.past.everything : (this.view?.everything ?? null));
  /** A view as one may see it: without some aids while there is something to find. */
  private seen(view: G["view"] | null): G["view"] | null {
    const puzzle = this.view?.puzzle;
    return view && puzzle?.state === "open" ? (this.manners()?.unaided?.(view, puzzle.question) ?? view) : view;
  }
  /** How many actions what the game shows is away from the beginning. */
  ply = $derived(this.past?.ply ?? this.view?.ply ?? 0);
  /** Things changed by others since one's turn before this one, as far as it is shown, and by which seat. */
  changed = $derived.by(() => changes(this.manners(), this.view, this.shown, this.ply));
  actions = $derived<Action<G>[]>(this.past || this.busy || !this.view || this.view.version < this.newest ? NONE : this.view.actions);
  /** What can be clicked now. */
  can = $derived<ReadonlySet<string>>(new Set([...choices(this.actions, this.picked), ...openings(this.actions)]));
  /** What goes with what is picked. */
  fits = $derived<ReadonlySet<string>>(choices(this.actions, this.picked));
  left = $derived<Action<G>[]>(narrowed(this.actions, this.picked));
  /** The action that waits for "yes, do it", with what it involves. */
  waiting = $derived<Action<G> | null>(this.actions.find((one) => one.action === this.asked) ?? null);
  myTurn = $derived(this.view !== null && this.view.to_act !== null && this.view.mine.includes(this.view.to_act));

  /** The seat that the device is to be handed to: the curtain is drawn until somebody says that he sits there. */
  awaited = $derived(awaited(this.view));
  /** Whether a hand lies open on a device that others share, while it is not its turn. */
  exposed = $derived(isShared(this.view) && this.view.seat !== null && !this.myTurn);
  /** Whether nobody's hand is on a shared device, and no curtain asks who comes next. */
  covered = $derived(isShared(this.view) && this.view.seat === null && this.awaited === null);

  private take(view: TableView<G>): void {
    if (view.seat !== null && awaited(view) !== null) this.hideCards(view);
    else this.put(view);
    if (this.board === null && view.status !== "seating") void this.loadBoard();
  }

  /** Without the server, a finished match is shown as it was kept here. */
  private async takeKept(): Promise<void> {
    const { keptView } = await import("./kept_matches");
    const kept = await keptView<G>(this.id);
    if (kept && !this.view) this.take(kept);
  }

  /** Take the cards of the seat that looks off the page, until somebody says again who he is. */
  hideCards(view = this.view!): void {
    this.put(concealed(view));
    this.lookFrom(null);
  }

  private put(view: TableView<G>): void {
    const before = this.view;
    if (before?.version !== view.version || before.seat !== view.seat || before.view === null) {
      if (before?.ply !== view.ply || before?.seat !== view.seat) this.letGo();
      this.view = view;
      if (view.status !== "seating") void this.notes.look(view.seat);
      this.hear(before, view);
    }
  }

  private async loadBoard(): Promise<void> {
    this.board = await insist(() => get<G["board"]>(`/api/tables/${this.id}/board`));
  }

  /** Forget what is picked, and what was asked for. */
  letGo(): void {
    this.wishes += 1;
    this.picked = [];
    this.asked = null;
    this.problem = null;
    this.suggestion = null;
  }

  /** A click on a thing. */
  async pick(id: string): Promise<void> {
    if (this.past || this.busy || !this.view) return;
    this.problem = null;
    this.asked = null;
    const { actions, picked } = this;
    let result = pick(actions, picked, id, this.manners()?.isPlace);
    if (result.kind === "impossible") {
      if (actions.length) await this.explain(result.picked);
      // Where there is nothing to be said against it, one begins anew.
      if (this.problem || this.actions !== actions || this.picked !== picked) return;
      result = pick(actions, [], id);
      if (result.kind === "impossible") return;
    }
    this.picked = result.picked;
    if (result.kind === "decided") await this.decide(result.action);
  }

  /** Pick all things of an action at once, so that it is seen on the table; nothing is played. */
  mark(action: { touches: readonly string[] }): void {
    this.problem = null;
    this.asked = null;
    this.picked = [...action.touches];
  }

  /** Ask what a good player would do now, and mark it: what a quick one says is there until the strong one has thought. */
  async askForSuggestion(): Promise<void> {
    const view = this.view;
    if (!view?.can_suggest || view.seat === null || this.suggesting || this.past) return;
    this.letGo();
    const wish = this.wishes;
    const words = { seat: view.seat, expected_version: view.version };
    const ask = (quick: boolean): Promise<Suggestion> => post<Suggestion>(`/api/tables/${this.id}/suggestion`, { ...words, quick });
    const isWanted = (): boolean => wish === this.wishes && this.view?.ply === view.ply && !this.past;
    this.suggesting = true;
    // The strong player says it if there is something to be said against asking.
    ask(true).then((first) => this.suggesting && isWanted() && this.propose(first), () => {});
    try {
      const suggestion = await ask(false);
      if (isWanted()) this.propose(suggestion);
    } catch (error) {
      if (isWanted()) this.fail(error);
    } finally {
      this.suggesting = false;
    }
  }

  /** Show a suggestion; what somebody has picked meanwhile stays picked. */
  private propose(suggestion: Suggestion): void {
    const before = this.suggestion;
    if (!before || before.touches.join() === this.picked.join()) this.mark(suggestion);
    this.replaced = before !== null && before.action !== suggestion.action;
    this.suggestion = suggestion;
  }

  /** Play an action, or first ask whether it is meant. */
  async decide(action: string): Promise<void> {
    const view = this.seen(this.view?.view ?? null);
    if (view && this.asked !== action && this.manners()?.needsConfirming(view, action, this.board!)) {
      this.asked = action;
      return;
    }
    await this.play(action);
  }

  private async explain(picked: readonly string[]): Promise<void> {
    const manners = this.manners();
    const { view, board } = this;
    if (!manners || !board || !view?.view || view.seat === null) return;
    const action = manners.attempt(view.view, picked, board) ?? manners.attempt(view.view, picked.slice(-1), board);
    if (action === null) return;
    const query = new URLSearchParams({ action, seat: String(view.seat) });
    try {
      const preview = await get<{ refusal: Omit<Trouble, "error"> | null }>(`/api/tables/${this.id}/preview?${query}`);
      const advice = preview.refusal ? null : manners.advice?.(view.view, picked);
      if (preview.refusal) this.problem = this.refused(view.view, action, preview.refusal);
      else if (advice) this.problem = { error: "refused", message: advice };
    } catch (error) {
      this.fail(error);
    }
  }

  /** Why an action can't be done, and what it needs. */
  private refused(view: G["view"], action: string, refusal: Omit<Trouble, "error">): Trouble {
    const need = this.manners()?.need?.(view, action, refusal.key ?? null, this.board!);
    return { ...refusal, message: [refusal.message, need].filter(Boolean).join(" "), error: "refused" };
  }

  async play(action: string): Promise<void> {
    await this.change("moves", { action });
  }

  async undo(wholeTurn: boolean): Promise<void> {
    await this.change("undo", { whole_turn: wholeTurn });
  }

  private async change(what: string, body: object): Promise<void> {
    const view = this.view;
    if (!view || view.seat === null || this.busy) return;
    const request = { seat: view.seat, expected_version: view.version, move_id: newId(), ...body };
    this.busy = true;
    this.asked = null;
    this.live.letPaint();
    try {
      const done = await insist(() => post<{ version: number }>(`/api/tables/${this.id}/${what}`, request));
      this.expect(done.version);
    } catch (error) {
      this.picked = [];
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  /** The server has spoken of a version: wait for its view, and call anew if the line is down. */
  private expect(version: number): void {
    this.newest = Math.max(this.newest, version);
    this.live.hurry();
  }

  /** Ask the server for something else at this table; who clicks again while it is on its way asks once. */
  ask<T>(path: string, body: unknown = {}): Promise<T | null> {
    const words = `${path} ${JSON.stringify(body)}`;
    const answer = this.asking.get(words) ?? this.askOnce(path, body).finally(() => this.asking.delete(words));
    this.asking.set(words, answer);
    return answer as Promise<T | null>;
  }

  private async askOnce(path: string, body: unknown): Promise<unknown> {
    try {
      return await postOnce(`/api/tables/${this.id}/${path}`, body);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /** Say why something was not done. */
  fail(error: unknown): void {
    if (!(error instanceof Denied)) throw error;
    this.problem = error.problem;
    if (error.problem.version) this.expect(error.problem.version);
  }

  /** Look at an earlier moment; null is now again. */
  async lookAt(ply: number | null): Promise<void> {
    const view = this.view;
    if (!view) return;
    if (ply === null || ply >= view.ply) {
      this.show(null, ply === this.ply + 1);
      return;
    }
    const aim = (this.aim = Math.max(0, ply));
    try {
      const past = await this.moment(aim);
      if (this.aim !== aim || this.view?.seat !== view.seat) return;
      this.show(past, aim === this.ply + 1);
      this.letGo();
    } catch (error) {
      if (this.aim === aim) this.aim = this.past?.ply ?? null;
      this.fail(error);
    }
  }

  private moment(ply: number): Promise<PlyView<G>> {
    return get<PlyView<G>>(`/api/tables/${this.id}/plies/${ply}?${new URLSearchParams(eyes(this.view!.seat))}`);
  }

  /** Show a moment, null is now, and let what led to it be seen; whether something moves. */
  show(moment: PlyView<G> | null, seen: boolean): boolean {
    const view = this.view!;
    const entry = view.log[(moment?.ply ?? view.ply) - 1];
    const moves = seen && entry && this.shown && view.view && this.move?.(this.shown, moment?.view ?? view.view, entry as PlyLog<G>);
    this.past = moment;
    this.aim = moment?.ply ?? null;
    return moves === true;
  }

  /** Go on showing what was shown before a view came. */
  hold(before: TableView<G>): void {
    if (this.past) return;
    this.past = { ply: before.ply, view: before.view!, everything: before.everything, actions: [], log: [] };
    this.aim = before.ply;
  }

  /** Several moments in a row, as the seat that looks could see them. */
  async moments(first: number, count: number): Promise<PlyView<G>[]> {
    const query = new URLSearchParams({ first: String(first), count: String(count), ...eyes(this.view!.seat) });
    try {
      return (await get<{ plies: PlyView<G>[] }>(`/api/tables/${this.id}/plies?${query}`)).plies;
    } catch (error) {
      if (navigator.onLine) throw error;
      return Promise.all(Array.from({ length: count }, (_, more) => this.moment(first + more))); // those that are kept
    }
  }

  /** Whether a decision is that of the seat one looks from. */
  isOwn(entry: Pick<PlyLog, "seat">): boolean {
    return entry.seat === this.view?.seat;
  }

  /** Light things up while something speaks of them. */
  light(ids: Iterable<string>): void {
    this.lit = new Set(ids);
  }

  /** See the table from a seat of one's own from now on; null leaves it to the server, which shows no hand where several share a device. */
  lookFrom(seat: number | null): void {
    if (seat !== null) this.live.letPaint();
    this.from = seat;
    this.aim = this.past = null;
    this.closed = null;
    this.live.lookFrom(seat);
  }

  /** Something suggests that the server can be reached again. */
  wake(): void {
    this.live.hurry();
  }

  /** Something suggests that it can't. */
  doubt(): void {
    this.live.doubt();
  }

  close(): void {
    this.live.close();
  }
}

/** Whether several share the device, and one sees what another may not. */
function isShared(view: TableView | null): view is TableView {
  return view?.status === "playing" && view.secrets && view.mine.length > 1;
}

/** The seat of one's own that is to act but does not look, where several share a device. */
function awaited(view: TableView | null): number | null {
  if (!isShared(view)) return null;
  const seat = view.to_act;
  return seat !== null && seat !== view.seat && view.mine.includes(seat) && !view.seats[seat - 1]!.bot ? seat : null;
}

/** What everybody may know of a table: nothing that only one seat sees. */
function concealed<G extends AnyGame>(view: TableView<G>): TableView<G> {
  return { ...view, seat: null, view: null, everything: null, actions: [], can_undo: 0, can_suggest: false, log: [] };
}

/** What others did since a seat's turn before this one, or in the last turn for who only looks on: each thing with who did it. */
function changes<G extends AnyGame>(
  game: Manners<G> | null,
  table: TableView<G> | null,
  shown: G["view"] | null,
  until: number,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (!game || !table || !shown) return found;
  const log = table.log.slice(0, until);
  const seat = table.seat ?? log.at(-1)?.seat;
  const isOwn = (place: number): boolean => log[place]!.seat === seat;
  const kept = log.findLastIndex((_, place) => (table.seat === null ? !isOwn(place) : isOwn(place) && place + 1 < log.length && !isOwn(place + 1)));
  for (const entry of log.slice(kept + 1).filter((entry) => entry.seat !== table.seat)) {
    for (const id of game.changed?.(entry, log, shown) ?? entry.events.flatMap((event) => game.touched(event))) found.set(id, entry.seat);
  }
  return found;
}

/** The attributes of something on the table that can be clicked: spread them on an element. */
export function thing<G extends AnyGame>(table: GameTable<G>, id: string, label: string): Record<string, unknown> {
  const can = table.can.has(id);
  const on = table.picked.includes(id);
  const fits = table.fits.has(id);
  const by = table.changed.get(id);
  return {
    "data-thing": id,
    class: ["thing", can && "can", fits && table.picked.length > 0 && "fits", on && "on", table.lit.has(id) && "lit", by && `new by-${by}`]
      .filter(Boolean)
      .join(" "),
    role: "button",
    tabindex: can ? 0 : -1,
    "aria-label": label,
    "aria-pressed": on,
    "aria-disabled": !can,
    onclick: (event: Event) => {
      event.stopPropagation();
      void table.pick(id);
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        void table.pick(id);
      }
    },
  };
}
