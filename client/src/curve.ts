// How a match went, as lines to be drawn: how many actions were made goes to the right, worths go up.

import type { Unit } from "./format_value";

export interface Frame {
  width: number;
  height: number;
  /** Room for what stands beside the lines. */
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export class Curve {
  /** The last ply. */
  readonly last: number;
  readonly most: number;

  constructor(
    /** [ply][line] worths, from before the first action on. */
    readonly worths: readonly (readonly number[])[],
    readonly unit: Unit,
    readonly frame: Frame,
  ) {
    this.last = Math.max(1, worths.length - 1);
    this.most = unit === "chance" ? 1 : Math.max(5, Math.ceil(Math.max(...worths.flat()) / 5) * 5);
  }

  x(ply: number): number {
    const { width, left, right } = this.frame;
    return left + ((width - left - right) * ply) / this.last;
  }

  y(worth: number): number {
    const { height, top, bottom } = this.frame;
    return height - bottom - ((height - top - bottom) * worth) / this.most;
  }

  /** The ply at a place, from the left. */
  plyAt(x: number): number {
    const { width, left, right } = this.frame;
    const share = (x - left) / (width - left - right);
    return Math.round(Math.min(1, Math.max(0, share)) * this.last);
  }

  /** A line, as the path of an SVG. */
  path(line: number): string {
    return this.worths.map((all, ply) => `${ply ? "L" : "M"}${short(this.x(ply))} ${short(this.y(all[line]!))}`).join("");
  }

  /** The area below a line. */
  area(line: number): string {
    const floor = short(this.y(0));
    return `${this.path(line)}L${short(this.x(this.worths.length - 1))} ${floor}L${short(this.x(0))} ${floor}Z`;
  }

  /** The worths that are written beside the lines. */
  get ticks(): number[] {
    return this.unit === "chance" ? [0, 0.25, 0.5, 0.75, 1] : [0, 1, 2, 3, 4, 5].map((part) => (part * this.most) / 5);
  }

  /** Where a line shows its shape: some places that no other line uses. */
  marks(line: number, lines: number, each = 4): number[] {
    return Array.from({ length: each }, (_, place) => Math.round((this.last * (place + (line + 0.5) / lines)) / each));
  }
}

/** Places in a row moved apart as little as it takes to leave a gap between them, within some limits. */
export function spread(places: readonly number[], gap: number, least: number, most: number): number[] {
  const found: number[] = [];
  for (const place of places) found.push(Math.max(place, least, (found.at(-1) ?? -Infinity) + gap));
  for (let k = found.length - 1, limit = most; k >= 0; k--, limit = found[k + 1]! - gap) found[k] = Math.min(found[k]!, limit);
  return found;
}

function short(number: number): number {
  return Math.round(number * 10) / 10;
}
