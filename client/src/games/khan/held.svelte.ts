// The piece in hand: how it is turned, where it is held over the board, and what it would cover there.

import { get, type Trouble } from "../../api/client";
import type { Json, TableState } from "../../table.svelte";
import { type Cell, cellOf, cellsOf, flipped, keyOf, squareAt, turned, type Yurts } from "./shapes";

export interface Conquest {
  action: string;
  piece: string;
  squares: string[];
}
export interface Ghost extends Conquest {
  legal: boolean;
}

/** A conquest from its notation. */
export function readConquest(action: string): Conquest {
  const [, piece, ...squares] = action.split(" ");
  return { action, piece: piece!, squares };
}

/** How many yurts of each owner stand on some squares, and who has the most. */
export function majority(yurts: Yurts, squares: readonly string[]): { counts: [string, number][]; most: number[] } {
  const counts = new Map<string, number>();
  for (const square of squares) {
    const owner = yurts[square];
    if (owner !== undefined) counts.set(String(owner), (counts.get(String(owner)) ?? 0) + 1);
  }
  const seats = [...counts].filter(([owner]) => owner !== "neutral");
  const best = Math.max(0, ...seats.map(([, count]) => count));
  return {
    counts: [...counts].sort(([one], [other]) => one.localeCompare(other)),
    most: seats.filter(([, count]) => count === best).map(([owner]) => Number(owner)).sort(),
  };
}

/** The points each of some owners gets for a piece. */
export const shareOf = (points: number, owners: number): number => Math.ceil(points / Math.max(1, owners));

export class Held {
  /** The square under the cursor or the focus. */
  over = $state<string | null>(null);
  /** The piece of the tray under the cursor or the focus. */
  pointed = $state<string | null>(null);
  /** The ruler under the cursor or the focus. */
  ruler = $state<string | null>(null);
  private form = $state.raw<Record<string, string>>({});
  private shift = $state(0);
  /** Squares tapped one after another, which the piece in hand should cover. */
  private trail = $state.raw<string[]>([]);

  constructor(private readonly table: TableState) {}

  /** The conquests that are left with what is picked. */
  left = $derived.by<Conquest[]>(() =>
    this.table.left.filter(({ action }) => action.startsWith("conquer ")).map(({ action }) => readConquest(action)),
  );
  /** The piece picked to conquer with. */
  piece = $derived.by<string | null>(() => {
    const picked = this.table.picked.find((id) => id.startsWith("piece:"))?.slice(6) ?? null;
    return this.left.length ? picked : null;
  });
  /** How many squares are picked. */
  squares = $derived.by<number>(() => this.table.picked.filter((id) => id.startsWith("square:")).length);
  /** How the piece in hand is turned. */
  key = $derived.by<string | null>(() => (this.piece === null ? null : this.formOf(this.piece)));

  /** What would be laid: the piece in hand where it is held, the piece pointed at, or what was proposed. */
  ghost = $derived.by<Ghost | null>(() => {
    const held = this.over === null ? null : this.at(this.over);
    if (held?.legal || (held && !this.table.asked)) return held;
    const pointed = this.table.picked.length > 0 && this.left.find((one) => one.piece === this.pointed);
    if (pointed) return { ...pointed, legal: true };
    if (this.table.asked?.startsWith("conquer ")) return { ...readConquest(this.table.asked), legal: true };
    if (this.piece !== null && this.squares > 0) return { ...this.left[0]!, legal: true };
    const proposal = this.table.shown?.proposal as string | null;
    return proposal ? { ...readConquest(proposal), legal: true } : null;
  });

  /** How a piece lies in hand; with squares picked, as it would lie on them. */
  formOf(piece: string): string {
    const fitting = this.squares > 0 && this.piece === null && this.left.find((one) => one.piece === piece);
    if (fitting) return keyOf(fitting.squares.map(cellOf));
    const forms = this.table.board.pieces.find((one: Json) => one.piece === piece).forms as Cell[][];
    return this.form[piece] ?? keyOf(forms[0]!);
  }

  /** Where the piece in hand would come to lie if it were put on a square. */
  at(square: string): Ghost | null {
    if (this.piece === null) return null;
    const all = this.covering(square);
    const tapped = (one: Conquest): number => this.trail.filter((other) => one.squares.includes(other)).length;
    const most = Math.max(0, ...all.map(tapped));
    const fitting = all.filter((one) => tapped(one) === most);
    const alike = fitting.filter((one) => keyOf(one.squares.map(cellOf)) === this.key);
    const found = alike.length ? alike[this.shift % alike.length] : fitting[0];
    return found ? { ...found, legal: true } : this.illegal(square);
  }

  /** The conquests with the piece in hand that cover a square, those with it nearest their middle first. */
  private covering(square: string): Conquest[] {
    const [row, column] = cellOf(square);
    const far = ({ squares }: Conquest): number => {
      const cells = squares.map(cellOf);
      const mean = (axis: 0 | 1): number => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length;
      return Math.abs(mean(0) - row) + Math.abs(mean(1) - column);
    };
    return this.left
      .filter((one) => one.piece === this.piece && one.squares.includes(square))
      .sort((one, other) => far(one) - far(other));
  }

  private illegal(square: string): Ghost {
    const [row, column] = cellOf(square);
    const cells = cellsOf(this.key!);
    const [top, left] = cells[Math.floor(cells.length / 2)]!;
    const squares = cells.map((cell) => squareAt(row + cell[0] - top, column + cell[1] - left));
    return { action: ["conquer", this.piece, ...squares].join(" "), piece: this.piece!, squares, legal: false };
  }

  /** Turn the piece in hand a quarter to the right, on to the next way in which it fits where it is held. */
  turn(): void {
    this.change([turned, turned, turned, turned]);
  }

  /** Turn the piece in hand over. */
  flip(): void {
    this.change([flipped, turned, turned, turned]);
  }

  private change(steps: ((key: string) => string)[]): void {
    if (this.piece === null) return;
    this.trail = [];
    const fitting = this.over === null ? [] : this.covering(this.over);
    const keys = new Set(fitting.map((one) => keyOf(one.squares.map(cellOf))));
    const start = this.ghost?.legal && this.over !== null ? keyOf(this.ghost.squares.map(cellOf)) : this.key!;
    let key = start;
    for (const step of steps) {
      key = step(key);
      if (keys.size === 0 || (keys.has(key) && key !== start)) break;
    }
    const same = key === start || (keys.size > 0 && !keys.has(key));
    this.shift = same ? this.shift + 1 : 0;
    this.form = { ...this.form, [this.piece]: same ? start : key };
    if (this.table.asked && this.ghost?.legal) this.table.asked = this.ghost.action;
  }

  /** Somebody clicks or taps a square. Taps show where the piece would lie, covering them; a second tap lays it. */
  async press(square: string, touch: boolean): Promise<void> {
    if (this.piece === null) return this.table.pick(`square:${square}`);
    if (touch && this.table.asked && this.over === square) return this.table.play(this.table.asked);
    this.trail = touch ? [...(this.table.asked ? this.trail : []), square] : [];
    this.over = square;
    const ghost = this.at(square)!;
    if (!ghost.legal) return this.explain(ghost.action);
    if (!touch) return this.table.play(ghost.action);
    this.table.problem = null;
    this.table.asked = ghost.action;
  }

  /** Why a piece can't be laid at all: the server is asked about the place where most yurts stand under it. */
  async tryOut(piece: string): Promise<void> {
    const { board, shown } = this.table;
    const region = new Map((board.squares as Json[]).map((one) => [one.square as string, one.region as string]));
    const { forms, bridge } = board.pieces.find((one: Json) => one.piece === piece) as { forms: Cell[][]; bridge: boolean };
    const covered = new Set((shown.pieces as Json[]).flatMap((one) => one.squares as string[]));
    let best: string[] = [];
    let most = -1;
    for (const square of region.keys()) {
      const [row, column] = cellOf(square);
      for (const form of forms) {
        const squares = form.map(([down, right]) => squareAt(row + down, column + right));
        const rivers = squares.filter((one) => region.get(one) === "river").length;
        if (rivers !== (bridge ? 1 : 0) || !squares.every((one) => region.has(one) && !covered.has(one))) continue;
        const { counts, most: owners } = majority(shown.yurts, squares);
        const under = counts.reduce((sum, [, count]) => sum + count, 0) + (owners.includes(shown.seat) ? 0.5 : 0);
        if (under > most) [best, most] = [squares, under];
      }
    }
    if (best.length) await this.explain(["conquer", piece, ...best].join(" "));
  }

  private async explain(action: string): Promise<void> {
    const { view, id } = this.table;
    const known = new Set(this.table.board.squares.map((one: Json) => one.square));
    if (!view || view.seat === null || !readConquest(action).squares.every((square) => known.has(square))) return;
    const query = new URLSearchParams({ action, seat: String(view.seat) });
    const preview = await get<{ refusal: Trouble | null }>(`/api/tables/${id}/preview?${query}`);
    if (preview.refusal) this.table.problem = { ...preview.refusal, error: "refused" };
  }
}
