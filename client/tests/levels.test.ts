import { beforeEach, describe, expect, it } from "vitest";
import type { GameSheet } from "../src/api/client";
import { Levels, readBot } from "../src/levels.svelte";

const BOTS = [
  { name: "random", seconds: null },
  { name: "club", seconds: null },
  { name: "expert", seconds: 1 },
];
const sheet = { name: "han", bots: BOTS, usual_bot: "club" } as unknown as GameSheet;

describe("a bot's name", () => {
  it("says its level", () => expect(readBot("club")).toEqual({ level: "club", seconds: null }));
  it("may say how long it thinks", () => expect(readBot("expert:seconds=0.3")).toEqual({ level: "expert", seconds: 0.3 }));
  it("may have other settings", () => expect(readBot("expert:rounds=500:seconds=3").seconds).toBe(3));
});

describe("the levels of a game", () => {
  let levels: Levels;
  beforeEach(() => {
    levels = new Levels(sheet);
    levels.chosen = "club";
    levels.seconds = 1;
  });

  it("are listed weakest first", () => expect(levels.names).toEqual(["random", "club", "expert"]));
  it("are the usual one where the one chosen does not exist", () => {
    levels.chosen = "grandmaster";
    expect(levels.chosen).toBe("club");
  });
  it("are remembered from game to game", () => {
    levels.chosen = "expert";
    expect(new Levels({ ...sheet, name: "khan" }).chosen).toBe("expert");
  });
  it("name a time only if it is not the usual one", () => {
    levels.chosen = "expert";
    expect(levels.bot()).toBe("expert");
    levels.seconds = 3;
    expect(levels.bot()).toBe("expert:seconds=3");
    expect(readBot(levels.bot())).toEqual({ level: "expert", seconds: 3 });
  });
  it("name no time for a bot that answers at once", () => {
    levels.seconds = 10;
    expect(levels.bot("club")).toBe("club");
    expect(levels.thinks("club")).toBe(false);
    expect(levels.thinks("expert")).toBe(true);
  });
});
