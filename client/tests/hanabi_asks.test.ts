// When Hanabi asks before it plays, what it says next, and its show at the end.

import { describe, expect, it } from "vitest";
import { isLastNeeded, isRisky } from "../src/games/hanabi/cards";
import { asksDiscards, needsConfirming, next } from "../src/games/hanabi/manners";
import { lengthOf, programme } from "../src/games/hanabi/show";
import type { Board, View } from "../src/games/hanabi/types";

const suit = (name: string, direction = "up", copies = [3, 2, 2, 2, 1]) => ({ name, direction, copies, hinted_by: name === "black" ? [] : [name] });
const board = { suits: [suit("red"), suit("blue"), suit("black", "down", [1, 2, 2, 2, 3])], values: [1, 2, 3, 4, 5], hints: ["red", "blue"] } as unknown as Board;
const view = (discards: string[], fireworks: Record<string, number[]> = {}, hands: unknown[] = []): View =>
  ({ seat: 1, discards, fireworks, hands }) as unknown as View;

describe("a card is the last of its kind that is needed", () => {
  it.each([
    ["a 5, of which there is one", "red 5", [], {}, true],
    ["a 3 whose twin is gone", "red 3", ["red 3"], {}, true],
    ["not a 3 with a twin", "red 3", [], {}, false],
    ["not what is built", "red 1", ["red 1", "red 1"], { red: [1] }, false],
    ["not where what comes before is lost", "red 5", ["red 4", "red 4"], { red: [1, 2, 3] }, false],
    ["black goes down: its 1 is alone", "black 1", [], {}, true],
    ["black: not where a 2 is lost", "black 1", ["black 2", "black 2"], { black: [5, 4, 3] }, false],
  ] as const)("%s", (_, card, discards, fireworks, expected) => {
    expect(isLastNeeded(view([...discards], fireworks as never), board, card)).toBe(expected);
  });
});

describe("a discard may cost points", () => {
  const risky = (possible: string[], told: string[]) => isRisky(view(["red 3"]), board, { possible, told } as never);
  it("if all that the card can be is needed", () => expect(risky(["red 5", "blue 5"], [])).toBe(true));
  it("if it was told of and some of it is needed", () => expect(risky(["red 3", "red 2"], ["red"])).toBe(true));
  it("not if nobody has told of it and it can be something else", () => expect(risky(["red 3", "red 2"], [])).toBe(false));
  it("not if nothing of it is needed", () => expect(risky(["red 2", "blue 1"], ["red"])).toBe(false));
});

describe("it is asked whether it is meant", () => {
  const hands = [
    [{ card: null, possible: ["red 5"], told: ["red"] }, { card: null, possible: ["red 1", "blue 1"], told: [] }, { card: null, possible: ["red 3"], told: [] }],
    [{ card: "red 2", possible: [], told: [] }],
  ];
  const asks = (action: string) => needsConfirming(view([], { red: [1] }, hands), action, board);
  it("of a discard that may cost points, and of others only if one wishes", () => {
    expect([asks("discard 1"), asks("discard 2")]).toEqual([true, false]);
    asksDiscards.value = true;
    expect(asks("discard 2")).toBe(true);
    asksDiscards.value = false;
  });
  it("of a card that can't fit", () => expect([asks("play 3"), asks("play 2")]).toEqual([true, false]));
  it("of a hint that fits no card", () => expect([asks("hint 2 blue"), asks("hint 2 red")]).toEqual([true, false]));
});

it("what is said follows what is picked", () => {
  const now = { ...view([]), tokens: 3 } as View;
  const left = [{ action: "play 2" }, { action: "discard 2" }];
  expect(next(now, ["card:1.2"], left)).toEqual({ key: "hanabi.next.card", args: { position: 2, discard: true, tokens: 3 } });
  expect(next(now, ["card:1.2"], left.slice(0, 1))!.args).toMatchObject({ discard: false });
  expect(next(now, ["seat:2"], [])).toEqual({ key: "hanabi.next.hint", args: { to: 2 } });
  expect(next(now, ["hint:red"], [])).toEqual({ key: "hanabi.next.seat", args: { hint: "red" } });
  expect(next(now, [], [])).toBe(null);
});

describe("the show", () => {
  const built = (...cards: number[]) => cards.map((many, place) => ({ suit: ["red", "blue", "white"][place]!, cards: many }));
  it("fires once for every card, the low ones first", () => {
    const shots = programme(built(2, 0, 4), false);
    expect(shots).toHaveLength(6);
    expect(shots.map((shot) => shot.suit)).toEqual(["red", "white", "red", "white", "white", "white"]);
    expect(shots.map((shot) => shot.at)).toEqual([...shots.map((shot) => shot.at)].sort((a, b) => a - b));
  });
  it("has a finale for a perfect game alone, and lasts longer for it", () => {
    const [plain, perfect] = [programme(built(5, 5), false), programme(built(5, 5), true)];
    expect([plain.length, perfect.length]).toEqual([10, 18]);
    expect(lengthOf(perfect)).toBeGreaterThan(lengthOf(plain));
  });
  it("stays in the sky, and is nothing where nothing was built", () => {
    for (const { x, y } of programme(built(5, 5, 5), true)) expect([x > 0 && x < 1.1, y > 0 && y < 0.6]).toEqual([true, true]);
    expect(programme(built(0, 0), false)).toEqual([]);
  });
});
