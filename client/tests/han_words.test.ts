// What HAN says next, what a refused action needs, and what is marked.

import { beforeAll, describe, expect, it } from "vitest";
import type { PlyLog } from "../src/api/client";
import { unfold } from "../src/games/han/atlas.svelte";
import { boardOf, drawingOf, landOf, openProvinces } from "../src/games/han/land";
import type { Land } from "../src/games/han/places";
import { changed, need, next } from "../src/games/han/speech";
import type { Han, View } from "../src/games/han/types";

let land: Land;
beforeAll(async () => {
  const drawing = await drawingOf("border-disputes");
  land = landOf(boardOf(drawing), drawing, 3);
  unfold(land);
});

const view = (turn: Partial<View["turn"]>, held: number): View =>
  ({ seat: 1, turn: { placed: 0, provinces: [], empty: [], ...turn }, hands: [{ held }] }) as unknown as View;
const offers = (...actions: string[]) => actions.map((action) => ({ action, touches: [] }));

describe("after one piece, with nothing left but to end the turn", () => {
  it.each([
    ["cards", { placed: 1, provinces: ["wei"] }, 0],
    ["empty", { placed: 1, provinces: ["wei"], empty: ["wei"] }, 2],
    ["other", { placed: 1, provinces: ["wei"] }, 1],
  ] as const)("it is said why: %s", (why, turn, held) => {
    expect(next(view(turn as never, held), [], offers("end"))).toEqual({ key: "han.next.end", args: { why } });
  });
  it("one more piece is asked for while one can be placed", () => {
    expect(next(view({ placed: 1, provinces: ["wei"] as never }, 1), [], offers("end", "house w1 with red"))).toBe(null);
  });
});

describe("what is said follows what is picked", () => {
  it("names the provinces of a card, if they are few, and the discards", () => {
    const left = offers("emissary wei with red", "emissary shu with red", "discard red");
    const said = next(view({}, 3), ["hand:red"], left)!;
    expect(said.key).toBe("han.next.place");
    expect(said.args).toMatchObject({ what: "card", few: true, discard: true });
    expect(said.args!.provinces).toHaveLength(2);
  });
  it("asks for the payment where a place is picked, and for a card where the discards are", () => {
    expect(next(view({}, 3), ["dragon:wei"], offers("emissary wei with red"))).toEqual({ key: "han.next.pay" });
    expect(next(view({}, 3), ["discard"], offers("discard red", "discard green"))).toEqual({ key: "han.next.discard" });
  });
});

describe("a refused action names what it needs", () => {
  it("a border, a space and a dragon", () => {
    const border = land.spaces.find((space) => space.colours.length > 1 && new Set(space.colours).size > 1)!;
    const plain = land.spaces.find((space) => space.colours.length === 1)!;
    expect(need(view({}, 3), `house ${border.id} with red`, "cards_not_held")).toContain("han.need.border");
    expect(need(view({}, 3), `house ${plain.id} with red`, "cards_not_held")).toContain("han.need.cards");
    expect(need(view({}, 3), `emissary ${land.provinces[0]!.id} with red`, "not_this_colour")).toContain("han.need.colour");
    expect(need(view({}, 3), `fortify ${plain.id} with red red`, "cards_not_held")).toContain("han.need.marker");
  });
  it("only where it is about cards", () => {
    expect(need(view({}, 3), "emissary wei with red", "no_houses_there")).toBe(null);
    expect(need(view({}, 3), "discard red", "cards_not_held")).toBe(null);
  });
});

it("a province is open if its dragon or one of its spaces can be chosen, a border if either side is", () => {
  const border = land.spaces.find((space) => space.provinces.length > 1)!;
  expect([...openProvinces(land, new Set([`space:${border.id}`, "hand:red"]))].sort()).toEqual([...border.provinces].sort());
  expect([...openProvinces(land, new Set([`dragon:${land.provinces[2]!.id}`]))]).toEqual([land.provinces[2]!.id]);
});

it("an emissary that came is marked by its dragon and by whose it is", () => {
  const entry = (key: string, what: object) => ({ ply: 1, seat: 2, events: [{ key, arguments: { seat: 2, ...what } }] }) as unknown as PlyLog<Han>;
  expect(changed(entry("emissary", { provinces: ["wei"] }))).toEqual(["dragon:wei", "emissary:wei.2"]);
  expect(changed(entry("house", { space: "w1", provinces: ["wei"] }))).toEqual(["space:w1"]);
  expect(changed(entry("took", { card: "red" }))).toEqual([]);
});
