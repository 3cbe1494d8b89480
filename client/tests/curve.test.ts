import { describe, expect, it } from "vitest";
import { Curve, spread } from "../src/curve";

const FRAME = { width: 130, height: 120, left: 20, right: 10, top: 10, bottom: 10 };
const CHANCES = [
  [0.5, 0.5],
  [0.25, 0.75],
  [0, 1],
];

describe("a curve of chances", () => {
  const curve = new Curve(CHANCES, "chance", FRAME);

  it("goes from the left to the right, and up with the chance", () => {
    expect([0, 1, 2].map((ply) => curve.x(ply))).toEqual([20, 70, 120]);
    expect([0, 0.5, 1].map((chance) => curve.y(chance))).toEqual([110, 60, 10]);
  });
  it("has a line for each seat", () => {
    expect(curve.path(0)).toBe("M20 60L70 85L120 110");
    expect(curve.path(1)).toBe("M20 60L70 35L120 10");
  });
  it("tells the ply at a place, beyond its ends the last", () => {
    expect([-50, 20, 44, 46, 120, 500].map((x) => curve.plyAt(x))).toEqual([0, 0, 0, 1, 2, 2]);
  });
  it("shows shapes at places of their own, all on the line", () => {
    const long = new Curve(Array.from({ length: 101 }, () => [0.2, 0.3, 0.5]), "chance", FRAME);
    const all = [0, 1, 2].flatMap((line) => long.marks(line, 3));
    expect(new Set(all).size).toBe(all.length);
    expect(all.every((ply) => ply >= 0 && ply <= 100)).toBe(true);
  });
  it("can be drawn before anything was played", () => {
    expect(new Curve([[1]], "chance", FRAME).path(0)).toBe("M20 10");
  });
});

describe("a curve of points", () => {
  it("ends above the most points, at a round number", () => {
    expect(new Curve([[12], [21.4]], "points", FRAME).most).toBe(25);
    expect(new Curve([[0], [0.2]], "points", FRAME).most).toBe(5);
    expect(new Curve([[30]], "points", FRAME).ticks).toEqual([0, 6, 12, 18, 24, 30]);
  });
  it("stands on the floor", () => {
    expect(new Curve([[5], [0]], "points", FRAME).area(0)).toBe("M20 10L120 110L120 110L20 110Z");
  });
});

describe("flags", () => {
  it("stay where there is room", () => expect(spread([10, 50, 90], 20, 0, 100)).toEqual([10, 50, 90]));
  it("move apart where there is none", () => expect(spread([10, 12, 14], 20, 0, 100)).toEqual([10, 30, 50]));
  it("stay within their limits", () => {
    expect(spread([95, 97, 99], 20, 0, 100)).toEqual([60, 80, 100]);
    expect(spread([1, 99], 20, 10, 90)).toEqual([10, 90]);
  });
  it("may be none", () => expect(spread([], 20, 0, 100)).toEqual([]));
});
