import { describe, expect, it } from "vitest";
import { boardOf, drawingOf, landOf } from "../src/games/han/land";
import type { Point } from "../src/games/han/places";
import { insideOf } from "../src/games/han/outline";

it("knows what lies in an outline", () => {
  const bay: Point[] = [[0, 0], [8, 0], [8, 8], [4, 2], [0, 8]];
  const isInside = insideOf(bay);
  expect([[1, 1], [1, 5], [7, 5], [4, 1]].map(([x, y]) => isInside(x!, y!))).toEqual([true, true, true, true]);
  expect([[4, 5], [9, 1], [-1, 1], [4, -1], [4, 9]].map(([x, y]) => isInside(x!, y!))).toEqual(Array(5).fill(false));
});

describe.each(["border-disputes", "ways-of-diplomacy"])("on %s", (map) => {
  it.each([2, 3, 4])("the standings of %i are in their provinces and cover no place", async (seats) => {
    const drawing = await drawingOf(map);
    const land = landOf(boardOf(drawing), drawing, seats);
    const [halfWidth, halfHeight] = [(seats * 29 + 7) / 2, 13];
    const places = [...land.spaces.map((space) => space.at!), ...land.provinces.map((province) => province.dragon!)];
    for (const { name, badge, outline, label } of land.provinces) {
      const covers = ([x, y]: Point): boolean => Math.abs(x - badge![0]) < halfWidth && Math.abs(y - badge![1]) < halfHeight;
      expect(insideOf(outline)(...badge!), name).toBe(true);
      expect([...places, label!].filter(covers), name).toEqual([]);
    }
  });
});
