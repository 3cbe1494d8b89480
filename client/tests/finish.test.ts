// How a match ended: places with ties, what points are made of, and where it turned.

import { describe, expect, it } from "vitest";
import { onPodium, placed, sources, turningPoint } from "../src/finish";

type Result = Parameters<typeof placed>[0];
const ended = (scores: number[], winners: number[]): Result => ({ scores, winners, breakdown: [] }) as unknown as Result;
const order = (scores: number[], winners: number[]): [number, number][] => placed(ended(scores, winners)).map(({ seat, place }) => [place, seat]);

describe("places", () => {
  it("go by points", () => {
    expect(order([43, 68, 49], [2])).toEqual([[1, 2], [2, 3], [3, 1]]);
    expect(placed(ended([43, 68], [2]))[0]).toEqual({ seat: 2, place: 1, points: 68 });
  });

  it("are shared by who has the same", () => {
    expect(order([10, 30, 20, 20, 5], [2])).toEqual([[1, 2], [2, 3], [2, 4], [4, 1], [5, 5]]);
    expect(order([30, 10, 30], [1, 3])).toEqual([[1, 1], [1, 3], [3, 2]]);
  });

  it("are not shared by who lost a tie", () => {
    expect(order([30, 30, 30], [3])).toEqual([[1, 3], [2, 1], [2, 2]]);
  });

  it("are none in a team, nor before the end", () => {
    expect(placed({ score: 19 } as unknown as Result)).toEqual([]);
    expect(placed(null)).toEqual([]);
  });

  it("stand on the podium with the best in the middle", () => {
    const seats = (scores: number[], winners: number[]): number[] => onPodium(placed(ended(scores, winners))).map(({ seat }) => seat);
    expect(seats([1, 5, 3, 4], [2])).toEqual([4, 2, 3]);
    expect(seats([1, 5], [2])).toEqual([1, 2]);
  });
});

describe("what points are made of", () => {
  type Item = Parameters<typeof sources>[0][number];
  const item = (kind: string, seat: number | undefined, points: number): Item => ({ kind, points, ...(seat ? { seat } : {}) }) as unknown as Item;
  const kind = (one: Item): string => one.kind;

  it("is added up for each seat, in the order in which it is told", () => {
    const items = [item("houses", 1, 4), item("houses", 2, 3), item("row", 2, 5), item("houses", 1, 6)];
    expect(sources(items, [1, 2], kind)).toEqual([
      { name: "houses", points: [10, 3] },
      { name: "row", points: [0, 5] },
    ]);
  });

  it("leaves out what came to nothing, and what belongs to nobody", () => {
    expect(sources([item("row", 1, 0), item("firework", undefined, 5)], [1], kind)).toEqual([]);
  });
});

describe("where a match turned", () => {
  type Review = Parameters<typeof turningPoint>[0];
  const changes = (...all: number[]): Review => ({ turning_points: all.map((change, at) => ({ ply: at + 1, seat: 1, change })) }) as unknown as Review;

  it("is where chances changed most, for better or worse", () => {
    expect(turningPoint(changes(0.2, -0.5, 0.4))).toMatchObject({ ply: 2 });
    expect(turningPoint(changes(0.3, -0.3))).toMatchObject({ ply: 1 });
    expect(turningPoint(changes())).toBeUndefined();
  });
});
