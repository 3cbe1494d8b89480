// What lies in an outline.

import type { Point } from "./places";

/** A function that tells whether a point lies in an outline; where the outline crosses a row of points is found once. */
export function insideOf(outline: readonly Point[]): (x: number, y: number) => boolean {
  const rows = new Map<number, number[]>();
  return (x, y) => {
    let row = rows.get(y);
    if (!row) rows.set(y, (row = crossings(outline, y)));
    let right = 0;
    for (const crossing of row) if (x < crossing) right += 1;
    return right % 2 === 1;
  };
}

/** Where an outline crosses a row of points. */
function crossings(outline: readonly Point[], y: number): number[] {
  const found: number[] = [];
  let [ax, ay] = outline.at(-1) ?? [0, 0];
  for (const [bx, by] of outline) {
    if (ay > y !== by > y) found.push(((ax - bx) * (y - by)) / (ay - by) + bx);
    [ax, ay] = [bx, by];
  }
  return found;
}
