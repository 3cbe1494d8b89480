import { describe, expect, it } from "vitest";
import { choices, narrowed, openings, pick } from "../src/narrow";

interface Action {
  action: string;
  touches: string[];
}

/** Actions written as "name: thing thing". */
function acts(...lines: string[]): Action[] {
  return lines.map((line) => {
    const [action, things] = line.split(/: ?(.*)/) as [string, string];
    return { action, touches: things.split(" ").filter(Boolean) };
  });
}
const names = (actions: Action[]): string[] => actions.map(({ action }) => action);

const HOUSES = acts(
  "w1 for R: house w1 R",
  "w2 for R: house w2 R",
  "w1 for YY: house w1 Y Y",
  "dragon for R: emissary dragon R",
);
const CARDS = acts("one: R", "two: R R", "mixed: R G", "three: G G G", "end:");

describe("what is left", () => {
  it("is everything before anything is picked", () => expect(narrowed(HOUSES, [])).toEqual(HOUSES));
  it("touches all that is picked, in whatever order", () => {
    expect(names(narrowed(HOUSES, ["R", "house"]))).toEqual(["w1 for R", "w2 for R"]);
    expect(names(narrowed(HOUSES, ["house", "R"]))).toEqual(["w1 for R", "w2 for R"]);
  });
  it("touches equal things as often as they are picked", () => {
    expect(names(narrowed(CARDS, ["R"]))).toEqual(["one", "two", "mixed"]);
    expect(names(narrowed(CARDS, ["R", "R"]))).toEqual(["two"]);
    expect(narrowed(CARDS, ["R", "R", "R"])).toEqual([]);
  });
  it("is nothing where nothing is legal", () => expect(narrowed([], ["R"])).toEqual([]));
});

describe("what can be picked next", () => {
  it("is at first whatever some action touches", () => {
    expect(openings(HOUSES)).toEqual(new Set(["house", "w1", "w2", "R", "Y", "emissary", "dragon"]));
    expect(openings(acts("end:"))).toEqual(new Set());
  });
  it("goes with what is picked and is not picked already", () => {
    expect(choices(HOUSES, ["house", "R"])).toEqual(new Set(["w1", "w2"]));
    expect(choices(HOUSES, ["emissary"])).toEqual(new Set(["dragon", "R"]));
  });
  it("is the same thing again where an action touches it twice", () => {
    expect(choices(CARDS, ["R"])).toEqual(new Set(["R", "G"]));
    expect(choices(CARDS, ["G", "G"])).toEqual(new Set(["G"]));
    expect(choices(CARDS, ["R", "R"])).toEqual(new Set());
  });
  it("is nothing after what goes with nothing", () => expect(choices(HOUSES, ["w1", "w2"])).toEqual(new Set()));
});

describe("a click", () => {
  it("picks while several actions are left", () => {
    expect(pick(HOUSES, [], "house")).toEqual({ kind: "picked", picked: ["house"] });
    expect(pick(HOUSES, ["house"], "R")).toEqual({ kind: "picked", picked: ["house", "R"] });
  });
  it("decides as soon as one is left, though not all it touches is picked", () => {
    const all = ["house", "R", "w2"];
    expect(pick(HOUSES, ["house", "R"], "w2")).toEqual({ kind: "decided", picked: all, action: "w2 for R" });
    expect(pick(HOUSES, [], "Y")).toEqual({ kind: "decided", picked: ["Y"], action: "w1 for YY" });
  });
  it("does not decide between actions that touch the same things", () => {
    expect(pick(acts("up: a", "down: a"), [], "a")).toEqual({ kind: "picked", picked: ["a"] });
  });
  it("picks an equal thing a second time where that leads on", () => {
    expect(pick(CARDS, ["R"], "R")).toEqual({ kind: "decided", picked: ["R", "R"], action: "two" });
    expect(pick(acts("a: R R x", "b: R R y"), ["R"], "R")).toEqual({ kind: "picked", picked: ["R", "R"] });
  });
  it("lets go of a thing that is picked, and decides nothing by that", () => {
    expect(pick(HOUSES, ["house", "R"], "R")).toEqual({ kind: "picked", picked: ["house"] });
    expect(pick(HOUSES, ["house"], "house")).toEqual({ kind: "picked", picked: [] });
    expect(pick(HOUSES, ["house", "w2"], "house")).toEqual({ kind: "picked", picked: ["w2"] });
  });
  it("lets go of all equal things once no more of them fit", () => {
    expect(pick(acts("a: R R x", "b: R R y"), ["R", "R"], "R")).toEqual({ kind: "picked", picked: [] });
  });
  it("begins anew with a thing that does not go with the others", () => {
    const anew = ["emissary"];
    expect(pick(HOUSES, ["house"], "emissary")).toEqual({ kind: "decided", picked: anew, action: "dragon for R" });
    expect(pick(HOUSES, ["emissary"], "w1")).toEqual({ kind: "picked", picked: ["w1"] });
  });
  it("takes the place of things of its sort, and keeps the others", () => {
    const steps = acts("a: hand:R at:1", "b: hand:R at:2", "c: hand:G at:3", "d: hand:G at:4");
    expect(pick(steps, ["hand:R"], "hand:G")).toEqual({ kind: "picked", picked: ["hand:G"] });
    const ways = acts("a: piece hand:R at:1", "b: piece hand:R at:2", "c: piece hand:G at:3", "d: piece hand:G at:4");
    expect(pick(ways, ["piece", "hand:R"], "hand:G")).toEqual({ kind: "picked", picked: ["piece", "hand:G"] });
  });
  it("does not begin anew with a place on the board: that stands back while it does not go with what is picked", () => {
    const steps = acts("a: hand:R at:1", "b: hand:R at:2", "c: hand:G at:3");
    const isPlace = (id: string): boolean => id.startsWith("at:");
    expect(pick(steps, ["hand:R"], "at:3", isPlace)).toEqual({ kind: "impossible", picked: ["hand:R", "at:3"] });
    expect(pick(steps, ["hand:R"], "at:3")).toMatchObject({ kind: "decided", picked: ["at:3"] });
    expect(pick(steps, ["at:1"], "at:3", isPlace)).toMatchObject({ kind: "decided", picked: ["at:3"] });
    expect(pick(steps, ["hand:R"], "at:2", isPlace)).toMatchObject({ kind: "decided", action: "b" });
  });
  it("is impossible on a thing that nothing legal touches, and tells all that was picked", () => {
    expect(pick(HOUSES, ["house"], "w9")).toEqual({ kind: "impossible", picked: ["house", "w9"] });
    expect(pick([], [], "w1")).toEqual({ kind: "impossible", picked: ["w1"] });
  });
  it("changes nothing that it was given", () => {
    const picked = Object.freeze(["house"]);
    const actions = Object.freeze(HOUSES.map((action) => Object.freeze({ ...action, touches: [...action.touches] })));
    pick(actions, picked, "R");
    pick(actions, picked, "house");
    expect(picked).toEqual(["house"]);
    expect(actions).toEqual(HOUSES);
  });
});
