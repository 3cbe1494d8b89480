// The piece in hand: how it is turned, where it is held over the board, and what it would cover there.

import { get, type Trouble } from "../../api/client";
import type { GameTable } from "../../table.svelte";
import { t } from "../../words/index.svelte";
import { nearestPlace } from "./nearest";
import { cellOf, cellsOf, flipped, keyOf, squareAt, turned } from "./shapes";
import type { Board, Gain, Khan } from "./types";

export interface Conquest {
  action: string;
  piece: string;
  squares: string[];
}
/** A piece as it would lie, and what it would bring; null where it can't be laid. */
export interface Ghost extends Conquest {
  gain: Gain | null;
}

/** A conquest from its notation. */
export function readConquest(action: string): Conquest {
  const [, piece, ...squares] = action.split(" ");
  return { action, piece: piece!, squares };
}

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

  /** A piece that fits nowhere, where it comes nearest to it: shown as long as it is said why. */
  private tried = $state.raw<Ghost | null>(null);

  constructor(private readonly table: GameTable<Khan>) {}

  /** The conquests that are left with what is picked. */
  left = $derived.by<Ghost[]>(() =>
    this.table.left.filter(({ action }) => action.startsWith("conquer ")).map(({ action, gain }) => ({ ...readConquest(action), gain })),
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
    const { asked, waiting, shown } = this.table;
    if (held?.gain || (held && !asked)) return held;
    if (this.tried && this.table.problem) return this.tried;
    const pointed = this.table.picked.length > 0 && this.left.find((one) => one.piece === this.pointed);
    if (pointed) return pointed;
    if (waiting?.action.startsWith("conquer ")) return { ...readConquest(waiting.action), gain: waiting.gain };
    if (this.piece !== null && this.squares > 0) return this.left[0]!;
    return shown?.proposal ? { ...readConquest(shown.proposal), gain: shown.offer } : null;
  });

  private drawn(piece: string): Board["pieces"][number] {
    return this.table.board!.pieces.find((one) => one.piece === piece)!;
  }

  /** How a piece lies in hand; with squares picked, as it would lie on them. */
  formOf(piece: string): string {
    const fitting = this.squares > 0 && this.piece === null && this.left.find((one) => one.piece === piece);
    if (fitting) return keyOf(fitting.squares.map(cellOf));
    return this.form[piece] ?? keyOf(this.drawn(piece).forms[0]!);
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
    return found ?? this.illegal(square);
  }

  /** The conquests with the piece in hand that cover a square, those with it nearest their middle first. */
  private covering(square: string): Ghost[] {
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
    return { action: ["conquer", this.piece, ...squares].join(" "), piece: this.piece!, squares, gain: null };
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
    const start = this.ghost?.gain && this.over !== null ? keyOf(this.ghost.squares.map(cellOf)) : this.key!;
    let key = start;
    for (const step of steps) {
      key = step(key);
      if (keys.size === 0 || (keys.has(key) && key !== start)) break;
    }
    const same = key === start || (keys.size > 0 && !keys.has(key));
    this.shift = same ? this.shift + 1 : 0;
    this.form = { ...this.form, [this.piece]: same ? start : key };
    if (this.table.asked && this.ghost?.gain) this.table.asked = this.ghost.action;
  }

  /** Somebody clicks or taps a square. Taps show where the piece would lie, covering them; a second tap lays it. */
  async press(square: string, touch: boolean): Promise<void> {
    if (this.piece === null) return this.table.pick(`square:${square}`);
    if (touch && this.table.asked && this.over === square) return this.table.play(this.table.asked);
    this.trail = touch ? [...(this.table.asked ? this.trail : []), square] : [];
    this.over = square;
    const ghost = this.at(square)!;
    if (!ghost.gain) return this.explain(ghost.action);
    if (!touch) return this.table.play(ghost.action);
    this.table.problem = null;
    this.table.asked = ghost.action;
  }

  /** Why a piece can't be laid at all: the place where it comes nearest to it is shown, and the server is asked about that. */
  async tryOut(piece: string): Promise<void> {
    const squares = nearestPlace(this.table.board!, this.table.shown!, piece);
    if (!squares) return;
    this.table.letGo();
    const action = ["conquer", piece, ...squares].join(" ");
    await this.explain(action);
    const { problem } = this.table;
    if (!problem) return;
    this.tried = { action, piece, squares, gain: null };
    this.table.problem = { ...problem, message: t("khan.nowhere", { piece, squares: squares.join(" "), reason: problem.message }) };
  }

  private async explain(action: string): Promise<void> {
    const { view, id } = this.table;
    const known = new Set(this.table.board!.squares.map((one) => one.square));
    if (!view || view.seat === null || !readConquest(action).squares.every((square) => known.has(square))) return;
    const query = new URLSearchParams({ action, seat: String(view.seat) });
    const preview = await get<{ refusal: Trouble | null }>(`/api/tables/${id}/preview?${query}`);
    if (preview.refusal) this.table.problem = { ...preview.refusal, error: "refused" };
  }
}
