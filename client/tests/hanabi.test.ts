import { beforeEach, describe, expect, it, vi } from "vitest";
import { choose, put, putToChoose } from "../src/games/hanabi/choose";
import { flights } from "../src/games/hanabi/flights";
import { attempt } from "../src/games/hanabi/manners";
import type { Hanabi, View } from "../src/games/hanabi/types";
import type { TableState } from "../src/table.svelte";

const PLAY = { action: "play 1", touches: ["card:1.1", "play"] };
const DISCARD = { action: "discard 1", touches: ["card:1.1", "discard"] };
const HINT = { action: "hint 2 red", touches: ["seat:2", "hint:red"] };

describe("a click on a card or a hand", () => {
  const pick = vi.fn();
  const sit = (actions: object[], picked: string[] = []) =>
    ({ actions, picked, asked: "play 1", problem: {}, pick, can: new Set(), fits: new Set(), changed: new Map(), lit: new Set() }) as unknown as TableState<Hanabi>;
  beforeEach(() => pick.mockClear());

  it("only picks it, even if nothing else can be done with it", () => {
    const table = sit([PLAY, HINT]);
    choose(table, "card:1.1");
    expect([table.picked, table.asked, table.problem]).toEqual([["card:1.1"], null, null]);
    expect(pick).not.toHaveBeenCalled();
  });
  it("begins anew with it where it does not go with what is picked, and would decide alone", () => {
    const table = sit([PLAY, HINT], ["seat:2"]);
    choose(table, "card:1.1");
    expect(table.picked).toEqual(["card:1.1"]);
    expect(pick).not.toHaveBeenCalled();
  });
  it.each([
    ["several actions are left with it", sit([PLAY, DISCARD])],
    ["it goes with what is picked", sit([PLAY, DISCARD, HINT], ["play"])],
    ["it is picked already", sit([PLAY, HINT], ["card:1.1"])],
  ])("is as any other where %s", (_, table) => {
    choose(table, "card:1.1");
    expect(pick).toHaveBeenCalledWith("card:1.1");
  });
  it("is one on the thing, whatever it is called", () => {
    const made = put(sit([]), "card:1.1", "red 1", "card small");
    expect(made).toMatchObject({ "data-thing": "card:1.1", "aria-label": "red 1", class: "thing card small" });
    const table = sit([PLAY]);
    const { onclick } = putToChoose(table, "card:1.1", "red 1", "card") as { onclick: (event: Event) => void };
    onclick(new Event("click"));
    expect(table.picked).toEqual(["card:1.1"]);
  });
});

describe("the token of a hint", () => {
  const hinted = (more: object, tokens: [number, number]): unknown[] => {
    const event = { arguments: { seat: 1, to: 2, hint: "red", positions: [1] }, ...more };
    const entry = { ply: 1, seat: 1, action: "hint 2 red", events: [event] };
    const [before, after] = tokens.map((left) => ({ tokens: left, hands: [[], [{}]] }));
    return flights({ entry, before, after, log: [entry] } as unknown as Parameters<typeof flights>[0]);
  };

  it("goes to the cards that are told of", () => {
    expect(hinted({ key: "hinted" }, [8, 7])).toEqual([{ from: "token:7", to: "name:2.0", shows: "token:7" }]);
  });
  it("goes to who is told, where no card fits", () => {
    expect(hinted({ key: "hinted_none" }, [8, 7])).toEqual([{ from: "token:7", to: "player:2", shows: "token:7" }]);
  });
  it.each(["hinted", "hinted_none"])("stays where it is, where a bonus tile gives the hint (%s)", (key) => {
    expect(hinted({ key }, [8, 8])).toEqual([]);
    expect(hinted({ key }, [0, 0])).toEqual([]);
  });
});

it("a discard is put back or played where a tile says so, and stands for discarding otherwise", () => {
  const meant = ["turn", "return", "rekindle"].map((phase) => attempt({ phase } as View, ["discard:red 1"]));
  expect(meant).toEqual(["discard 1", "return red 1", "play red 1"]);
});
