// What lies in an outline.

import type { Point } from "./places";

/** A function that tells whether a point lies in an outline; where the outline crosses a row of points is found once. */
export function insideOf(outline: readonly Point[]): (x: number, y: number) => boolean {
  const rows = new Map<number, number[]>();
  return (x, y) => {
    let row = rows.get(y);
    if (!row) rows.set(y, (row = crossings(outline, y)));
    return row.filter((crossing) => x < crossing).length % 2 === 1;
  };
}

/** Where an outline crosses a row of points. */
function crossings(outline: readonly Point[], y: number): number[] {
  return outline.flatMap(([ax, ay], k) => {
    const [bx, by] = outline.at(k - 1)!;
    return ay > y === by > y ? [] : [((bx - ax) * (y - ay)) / (by - ay) + ax];
  });
}
