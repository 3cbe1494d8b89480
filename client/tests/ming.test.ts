import { describe, expect, it } from "vitest";
import ming from "../src/games/ming";
import { isVivid } from "../src/games/ming/choosing";
import { flights } from "../src/games/ming/flights";
import { next } from "../src/games/ming/next";
import { citySums, districtsOf, lastReveal, stageOf, STAGES } from "../src/games/ming/looks";
import { CHIP, standing } from "../src/games/ming/places";
import { COVERED, wholeGround } from "../src/games/ming/ground";
import type { Point } from "../src/games/ming/looks";
import { SECTIONS } from "../src/games/ming/pictures";
import { placeTags, type Rect, shared, tagRect } from "../src/games/ming/tags";
import { clipped } from "../src/games/ming/within";
import type { Moved } from "../src/games/game";
import type { Board, District, Ming, Position, View } from "../src/games/ming/types";

const BOARD = await wholeGround();

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

describe("what comes next", () => {
  const action = (action: string, ...touches: string[]): { action: string; touches: string[] } => ({ action, touches });
  const steps = [action("step W2 with horse", "district:W2", "hand:horse"), action("step W2 with ox", "district:W2", "hand:ox")];
  const stays = action("stay with horse", "stay", "hand:horse");
  const deployed = [action("deploy 2", "members:2", "district:W1"), action("deploy 2 monastery", "members:2", "monastery:W1")];

  it.each([
    [[], steps, undefined],
    [["hand:horse"], [steps[0]!, stays], { what: "card", stay: true }],
    [["hand:horse"], [steps[0]!], { what: "card", stay: false }],
    [["district:W2"], steps, { what: "pay", stay: false }],
    [["stay"], [stays], { what: "stay", stay: true }],
    [["dragons"], [action("dragon white", "dragons", "space:white")], { what: "dragon", stay: false }],
    [["members:2"], deployed, { what: "where", stay: false }],
    [["monastery:W1"], deployed, { what: "number", stay: false }],
    [["members:2", "district:W1"], deployed, undefined],
  ])("follows %j", (picked, left, args) => {
    expect(next(picked, left)?.args).toEqual(args);
  });
});

describe("return cards that were turned up", () => {
  const told = (ply: number, ...keys: string[]): object => ({ ply, events: keys.map((key) => ({ key, arguments: { of: ply } })) });
  const log = [told(1, "round"), told(2, "chose", "revealed"), told(3, "chose"), told(4, "revealed", "round"), told(5, "member_placed")];
  const shown = (ply: number, scoring: object | null, past: boolean): unknown =>
    lastReveal({ view: { ply: past ? 5 : ply, log: log.slice(0, past ? 5 : ply) }, past: past ? { ply } : null, shown: { scoring } } as never);

  it("lie there while the cities are scored", () => {
    expect(shown(1, {}, false)).toBe(null);
    expect(shown(2, {}, false)).toEqual({ of: 2 });
    expect(shown(3, {}, true)).toEqual({ of: 2 });
  });
  it("and those of the last city at that moment of a film alone", () => {
    expect(shown(4, null, true)).toEqual({ of: 4 });
    expect(shown(4, null, false)).toBe(null);
    expect(shown(5, null, true)).toBe(null);
  });
});

describe("who stands in a district", () => {
  const at = (open: number[], princes: (string | null)[]) =>
    standing({ open: { W1: open }, neutrals: { W1: 2 }, princes } as unknown as Position, { id: "W1" } as District);

  it("stands round its middle, princes above members", () => {
    const { groups, princes } = at([1, 0, 3], ["O1", "W1"]);
    expect(groups.map(({ owner, members }) => [owner, members])).toEqual([[1, 1], [3, 3], [0, 2]]);
    expect(princes.map(({ seat }) => seat)).toEqual([2]);
    expect(Math.max(...princes.map((one) => one.at[1]))).toBeLessThan(Math.min(...groups.map((one) => one.at[1])));
    expect(groups[0]!.at[0]).toBe(-groups[1]!.at[0]);
    expect(groups[2]!.at[0]).toBe(0);
  });
  it("has a place of its own", () => {
    const { groups } = at([1, 1, 1, 1], []);
    for (const [place, one] of groups.entries()) {
      for (const other of groups.slice(place + 1)) {
        const [dx, dy] = [Math.abs(one.at[0] - other.at[0]), Math.abs(one.at[1] - other.at[1])];
        expect(dx >= CHIP.width || dy >= CHIP.height).toBe(true);
      }
    }
  });
});

describe("where a round stands", () => {
  it.each([
    ["members", "members"],
    ["cards", "cards"],
    ["walk", "princes"],
    ["deploy", "princes"],
    ["neutrals back", "scoring"],
    ["princes", null],
    ["start", null],
    ["over", null],
  ])("%s: %s", (phase, stage) => {
    expect(stageOf(phase)).toBe(stage);
    if (stage) expect(STAGES).toContain(stage);
  });
});

it("a city would bring what its palaces and its majority bring, to each family", () => {
  const item = (kind: string, of: string, seat: number, points: number, when = "preview") => ({ kind, of, seat, points, when });
  const breakdown = [
    item("palaces", "white", 1, 8), item("majority", "white", 1, 4), item("palaces", "white", 2, 4),
    item("palaces", "blue", 1, 4), item("set", "white", 1, 28), item("palaces", "white", 2, 4, "scored"),
  ];
  expect(citySums({ breakdown } as unknown as Position, "white")).toEqual([[1, 12], [2, 4]]);
});

it("passing is offered without alarm", () => {
  expect(["pass", "stop"].map((action) => ming.quiet!(action))).toEqual([true, false]);
});

describe("what moves over the table", () => {
  const nothing = { seat: 1, hands: [{}, {}], princes: ["W1", "O1"], palaces: {}, neutral_palaces: {} };
  const flown = (key: string, told: object, before: object = {}, after: object = before) =>
    flights({
      entry: { ply: 1, seat: 1, action: "", events: [{ key, arguments: told }] },
      before: { ...nothing, ...before }, after: { ...nothing, ...after }, log: [],
    } as unknown as Moved<Ming>);

  it("is a prince over the border, and the card that it costs", () => {
    const [prince, card] = flown("stepped", { seat: 1, district: "W2", card: "horse" });
    expect(prince).toEqual({ from: "stands:1", to: "stands:1", over: ["border:W1.W2", "border:W2.W1"] });
    expect(card).toEqual({ from: "held:horse", to: "pile:discards", shows: "held:horse" });
    expect(flown("stayed", { seat: 2, district: "O1", card: "dragon" })[0]).toMatchObject({ from: "fan:2.dragon", to: "pile:dragons" });
  });
  it("is a card with its back, where the others' hands are covered", () => {
    expect(flown("took", { seat: 2, province: "white", card: "ox" }, { hands: [{}, 3] })[0]!.to).toBe("fan:2.back");
  });
  it("is members from their space to open land, to the monastery, or to both", () => {
    const deployed = (key: string, members: number) => flown(key, { seat: 1, district: "W2", members }).map(({ from, to }) => [from, to]);
    expect(deployed("deployed", 0)).toEqual([]);
    expect(deployed("deployed", 2)).toEqual([["waits:white.1", "chip:W2.1"]]);
    expect(deployed("deployed_monastery", 1)).toEqual([["waits:white.1", "monk:W2"]]);
    expect(deployed("deployed_monastery", 3)).toEqual([["waits:white.1", "chip:W2.1"], ["waits:white.1", "monk:W2"]]);
  });
  it("is each member to a palace of its own, and a tile for the family", () => {
    const after = { palaces: { W2: [1, 2] }, neutral_palaces: { W2: 1 } };
    const moves = { "seat 2": 2, neutral: 1 };
    expect(flown("palaces", { district: "W2", moves, tiles: { "seat 2": 2 } }, {}, after).map(({ from, to }) => [from, to])).toEqual([
      ["chip:W2.2", "lodger:W2.1"], ["chip:W2.2", "lodger:W2.2"], ["chip:W2.0", "lodger:W2.3"], ["tiles:white", "tile:2.white"],
    ]);
    expect(flown("sent_back", { seat: 2, district: "W2" }, after)).toEqual([{ from: "lodger:W2.2", to: "chip:W2.2", shows: "lodger:W2.2" }]);
  });
});

it("a district is marked where a prince has come to, not where he went through", () => {
  const entry = (key: string, told: object) => ({ ply: 1, seat: 1, action: "", events: [{ key, arguments: { seat: 1, ...told } }] }) as never;
  const view = { princes: ["W2"] } as unknown as View;
  expect(ming.changed!(entry("stepped", { district: "W1" }), [], view)).toEqual([]);
  expect(ming.changed!(entry("stepped", { district: "W2" }), [], view)).toEqual(["district:W2"]);
  expect(ming.changed!(entry("deployed_monastery", { district: "W2", members: 1 }), [], view)).toEqual(["monastery:W2"]);
});

describe("the map while something on it is to be chosen", () => {
  const table = (picked: string[], fits: string[]) =>
    ({ can: new Set(["hand:junk", "district:O2", "district:P1", "district:Y1"]), picked, fits: new Set(fits), shown: { to_act: 1, princes: ["P3"] } }) as never;
  const vivid = (of: never) => ["O2", "P1", "P3", "Y1", "Y2"].filter((id) => isVivid(id, of));

  it("has vivid what can be picked, and with a card picked exactly what goes with it", () => {
    expect(vivid(table([], []))).toEqual(["O2", "P1", "P3", "Y1"]);
    expect(vivid(table(["hand:junk"], ["district:O2", "stay"]))).toEqual(["O2", "P3"]);
    expect(vivid(table(["district:Y1"], ["hand:junk", "hand:dragon"]))).toEqual(["P3", "Y1"]);
  });
  it("is as ever while nothing on it goes with what is picked", () => {
    expect(isVivid("O2", table(["stay"], ["hand:junk"]))).toBe(null);
  });
});

describe("the tags of the open area and the monastery", () => {
  const languages = [["open area", "monastery"], ["area aperta", "monastero"], ["открытое место", "монастырь"]] as const;

  it.each(languages)("%s and %s cover neither each other nor the monastery, in any district", (...words) => {
    for (const district of BOARD.districts) {
      const places = placeTags(BOARD, district, words);
      const [open, house] = places.map((at, place) => tagRect(at, words[place]!)) as [Rect, Rect];
      const [x, y] = district.monastery as [number, number];
      expect([district.id, shared(open, house)]).toEqual([district.id, 0]);
      expect([district.id, shared(open, [x - 21, y - 24, x + 21, y + 21])]).toEqual([district.id, 0]);
      expect([district.id, shared(house, [x - 21, y - 24, x + 21, y + 21])]).toEqual([district.id, 0]);
      for (const [left, top, right, bottom] of [open, house]) expect(left >= 0 && top >= 0 && right <= 1200 && bottom <= 900).toBe(true);
    }
  });
});

it("what it costs to get to a district stands on no coin", () => {
  const covered = BOARD.districts.filter(({ label: [x, y] }) =>
    BOARD.borders.some(({ at }) => Math.hypot(Math.max(x! - 27 - at[0]!, 0, at[0]! - x! + 4), Math.max(y! - 13 - at[1]!, 0, at[1]! - y! - 13)) < 16),
  );
  expect(covered.map(({ id }) => id)).toEqual([]);
});

it("a step that is refused for its card says which card it takes", () => {
  const view = { to_act: 1, princes: ["O2"] } as unknown as View;
  const need = (action: string, refusal: string) => ming.need!(view, action, refusal, BOARD as unknown as Board);
  expect(need("step W3 with ox", "wrong_symbol")).not.toBe(null);
  expect(need("step W3 with dragon", "card_not_held")).not.toBe(null);
  expect(need("step W3 with horse", "cannot_end")).toBe(null);
  expect(need("step B1 with horse", "no_border")).toBe(null);
  expect(need("deploy 2", "wrong_symbol")).toBe(null);
});

describe("the map of the cover", () => {
  const [left, top, width, height] = SECTIONS.cover!.frame;
  const isSeen = ([x, y]: Point): boolean => x > left && x < left + width && y > top && y < top + height;
  /** What of lines is in the frame, in their order. */
  const seen = (lines: readonly (readonly Point[])[]): Point[] => lines.flatMap((line) => line.filter(isSeen));

  it.each(["sea", "shore", "land_edge", "wall"] as const)("has what is seen of the %s", (what) =>
    expect(seen([COVERED.scenery[what]])).toEqual(seen([BOARD.scenery[what]])),
  );
  it("has all districts, borders and islands that are seen, in their colours", () => {
    const outlines = ({ districts }: typeof BOARD): Point[] => seen(districts.map(({ outline }) => outline));
    const fills = ({ districts }: typeof BOARD): [string, number][] => districts.flatMap(({ id, outline }, place) => (outline.some(isSeen) ? [[id, place % 3]] : []));
    expect(outlines(COVERED)).toEqual(outlines(BOARD));
    expect(fills(COVERED)).toEqual(fills(BOARD));
    expect(seen(COVERED.borders.map(({ line }) => line))).toEqual(seen(BOARD.borders.map(({ line }) => line)));
    expect(seen(COVERED.scenery.islands)).toEqual(seen(BOARD.scenery.islands));
  });
  it("is a fifth of the whole", () => expect(JSON.stringify(COVERED).length).toBeLessThan(JSON.stringify(BOARD).length / 4));
  it("moves what is outside to the edge, and keeps the ends of what runs along it", () => {
    const outline = [[5, 5], [15, 5], [20, 8], [30, 9], [5, 12], [2, 3]] as const;
    expect(clipped(outline, [0, 0, 10, 10])).toEqual([[5, 5], [10, 5], [10, 9], [5, 10], [2, 3]]);
  });
  it("goes round the corners and not across", () => {
    const outline = [[5, 5], [5, -1], [11, -1], [12, -2], [13, -1], [12, 5], [12, 9]] as const;
    expect(clipped(outline, [0, 0, 10, 10])).toEqual([[5, 5], [5, 0], [10, 0], [10, 9]]);
  });
});
