// Squares and shapes on the board: where they are drawn, how they turn, and the line round several of them.

export const SIDE = 40;
export type Cell = readonly [row: number, column: number];
/** The letters of the columns, from the west; rows are numbered from 1, from the north. */
export const COLUMNS = "ABCDEFGHIJKLM";

/** The row and column of a square, such as C7. */
export function cellOf(square: string): Cell {
  return [Number(square.slice(1)) - 1, COLUMNS.indexOf(square[0]!)];
}

/** The square of a row and column; off the board a name that no square has. */
export function squareAt(row: number, column: number): string {
  return `${COLUMNS[column] ?? "?"}${row + 1}`;
}

/** Whether a word is the name of a square. */
export const isSquare = (word: string): boolean => /^[A-M]\d+$/.test(word);

/** The middle of a square. */
export function middle(square: string): { x: number; y: number } {
  const [row, column] = cellOf(square);
  return { x: (column + 0.5) * SIDE, y: (row + 0.5) * SIDE };
}

/** A form as its cells in reading order, counted from the first. */
function settled(cells: readonly Cell[]): Cell[] {
  const sorted = [...cells].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const [top, left] = sorted[0]!;
  return sorted.map(([row, column]) => [row - top, column - left]);
}

/** What tells forms apart. */
export function keyOf(cells: readonly Cell[]): string {
  return settled(cells).map((cell) => cell.join(",")).join(" ");
}

export function cellsOf(key: string): Cell[] {
  return key.split(" ").map((cell) => {
    const [row, column] = cell.split(",").map(Number);
    return [row!, column!] as const;
  });
}

export const turned = (key: string): string => keyOf(cellsOf(key).map(([row, column]) => [column, -row]));
export const flipped = (key: string): string => keyOf(cellsOf(key).map(([row, column]) => [row, -column]));

/** The squares on a straight way from one to another. */
export function between(from: string, to: string): string[] {
  const [[row, column], [down, right]] = [cellOf(from), cellOf(to)];
  const far = Math.max(Math.abs(down - row), Math.abs(right - column));
  const on = (start: number, end: number, step: number): number => start + (Math.sign(end - start) * step);
  return Array.from({ length: Math.max(0, far - 1) }, (_, place) => squareAt(on(row, down, place + 1), on(column, right, place + 1)));
}

type Point = [x: number, y: number];

/** The loops round a set of cells, clockwise, corners only. */
function loopsRound(cells: readonly Cell[]): Point[][] {
  const edges = new Map<string, Point[]>();
  const inside = new Set(cells.map((cell) => cell.join()));
  const has = (row: number, column: number): boolean => inside.has(`${row},${column}`);
  const add = (from: Point, to: Point): void => void edges.set(from.join(), [...(edges.get(from.join()) ?? []), to]);
  for (const [row, column] of cells) {
    if (!has(row - 1, column)) add([column, row], [column + 1, row]);
    if (!has(row, column + 1)) add([column + 1, row], [column + 1, row + 1]);
    if (!has(row + 1, column)) add([column + 1, row + 1], [column, row + 1]);
    if (!has(row, column - 1)) add([column, row + 1], [column, row]);
  }
  const loops: Point[][] = [];
  while (edges.size) {
    const first = [...edges.keys()][0]!.split(",").map(Number) as Point;
    const loop: Point[] = [first];
    let step: Point = [0, 0];
    for (;;) {
      const here = loop.at(-1)!;
      const ends = edges.get(here.join());
      if (!ends) break;
      const right = ends.findIndex(([x, y]) => x - here[0] === -step[1] && y - here[1] === step[0]);
      const [to] = ends.splice(Math.max(0, right), 1);
      if (!ends.length) edges.delete(here.join());
      step = [to![0] - here[0], to![1] - here[1]];
      loop.push(to!);
    }
    loop.pop();
    loops.push(loop.filter((point, place) => isCorner(loop.at(place - 1)!, point, loop[(place + 1) % loop.length]!)));
  }
  return loops;
}

function isCorner(before: Point, here: Point, after: Point): boolean {
  return (here[0] - before[0]) * (after[1] - here[1]) !== (here[1] - before[1]) * (after[0] - here[0]);
}

const way = (from: Point, to: Point): Point => [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];

/** The line round some cells as an SVG path, so far inside their edge, with rounded corners. */
export function outline(cells: readonly Cell[], inset = 0, round = 6): string {
  return loopsRound(cells)
    .map((loop) => {
      const parts = loop.map((here, place) => {
        const into = way(loop.at(place - 1)!, here);
        const out = way(here, loop[(place + 1) % loop.length]!);
        const x = here[0] * SIDE + inset * (-into[1] - out[1]);
        const y = here[1] * SIDE + inset * (into[0] + out[0]);
        const start = `${x - into[0] * round} ${y - into[1] * round}`;
        return `${place ? "L" : "M"}${start}Q${x} ${y} ${x + out[0] * round} ${y + out[1] * round}`;
      });
      return `${parts.join("")}Z`;
    })
    .join("");
}

/** Squares in groups that hang together by their sides, the largest first. */
export function groupsOf(squares: Iterable<string>): string[][] {
  const rest = new Set(squares);
  const groups: string[][] = [];
  for (const start of [...rest]) {
    const edge = rest.delete(start) ? [start] : [];
    const group: string[] = [];
    while (edge.length) {
      const square = edge.pop()!;
      group.push(square);
      const [row, column] = cellOf(square);
      for (const [down, right] of [[-1, 0], [0, 1], [1, 0], [0, -1]] as const) {
        const next = squareAt(row + down, column + right);
        if (rest.delete(next)) edge.push(next);
      }
    }
    if (group.length) groups.push(group);
  }
  return groups.sort((one, other) => other.length - one.length);
}
