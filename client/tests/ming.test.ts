import { describe, expect, it } from "vitest";
import ming from "../src/games/ming";
import { districtsOf } from "../src/games/ming/looks";
import type { Board, View } from "../src/games/ming/types";

describe("what an event points at on the board", () => {
  const touched = (key: string, things: object): string[] => ming.touched({ key, arguments: things } as never);
  const districts = districtsOf("white").map((id) => `district:${id}`);

  it("is a district, with its monastery if members go there", () => {
    expect(touched("deployed", { district: "W1" })).toEqual(["district:W1"]);
    expect(touched("deployed_monastery", { district: "W1" })).toEqual(["district:W1", "monastery:W1"]);
  });
  it("is the space of a province, with the card that was taken", () => {
    expect(touched("took", { province: "white" })).toEqual(["space:white", "card:white"]);
    expect(touched("member_placed", { province: "white" })).toEqual(["space:white"]);
    expect(touched("prince_placed", { province: "white", district: "W1" })).toEqual(["district:W1"]);
  });
  it("is all of a province where it is scored or revealed", () => {
    expect(touched("scored", { of: "white" })).toEqual(["space:white", ...districts]);
    expect(touched("revealed", { province: "white" })).toEqual(["space:white", ...districts]);
    expect(touched("scored", { of: "dragon" })).toEqual([]);
  });
});

describe("what somebody seems to want who clicked", () => {
  const view = { seat: 1, hands: [{ junk: 0, horse: 1 }] };

  it.each([
    [["seat:2"], "walk", "start 2"],
    [["return:3"], "walk", "return 3"],
    [["members:2"], "walk", "deploy 2"],
    [["monastery:W1"], "walk", "deploy 1 monastery"],
    [["stay"], "walk", "stay with horse"],
    [["hand:horse"], "walk", "stay with horse"],
    [["district:W1", "hand:horse"], "walk", "step W1 with horse"],
    [["palace:W1"], "walk", "step W1 with dragon"],
    [["district:W1"], "neutrals", "neutral W1"],
    [["district:W1"], "princes", "prince W1"],
    [["district:W1"], "neutrals back", "back W1"],
    [["card:white"], "cards", "take white"],
    [["space:white"], "cards", "dragon white"],
    [["space:white"], "members", "member white"],
    [["pass"], "walk", "pass"],
    [[], "walk", null],
  ])("on %j in the phase %s: %s", (picked, phase, action) => {
    expect(ming.attempt({ ...view, phase } as unknown as View, picked, {} as Board)).toBe(action);
  });
});
