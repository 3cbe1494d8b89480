// What something was, step by step, to go back to and forth again; each step is all of it.

/** So many steps back are kept. */
const MOST_STEPS = 300;

export class History<T> {
  private before = $state.raw<readonly T[]>([]);
  private after = $state.raw<readonly T[]>([]);

  readonly canUndo = $derived(this.before.length > 0);
  readonly canRedo = $derived(this.after.length > 0);

  /** What stands now gives way to something new. */
  note(now: T): void {
    this.before = [...this.before, now].slice(-MOST_STEPS);
    this.after = [];
  }

  /** What stood before; undefined if nothing did. */
  undo(now: T): T | undefined {
    const last = this.before.at(-1);
    if (last === undefined) return undefined;
    this.before = this.before.slice(0, -1);
    this.after = [...this.after, now];
    return last;
  }

  /** What was undone last; undefined if nothing was. */
  redo(now: T): T | undefined {
    const next = this.after.at(-1);
    if (next === undefined) return undefined;
    this.after = this.after.slice(0, -1);
    this.before = [...this.before, now];
    return next;
  }

  /** What stands now is where it begins. */
  forget(): void {
    this.before = [];
    this.after = [];
  }
}
