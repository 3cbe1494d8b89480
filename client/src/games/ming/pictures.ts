// What the pictures of the game show: sections of the real map, and who stands there.

import { scorings } from "../../../../src/lantern/games/ming/data/components.json";
import type { Item, Position } from "./types";
import { COVER } from "./within";

/** What a member in a city brings at the first scoring. */
export const PALACE = scorings[0]!.palace;

const NOBODY: Position = {
  phase: "move", to_act: null, princes: [], open: {}, neutrals: {}, monasteries: {}, palaces: {}, neutral_palaces: {}, scoring: null, breakdown: [],
};

export interface Section {
  /** The part of the map that is seen: left, top, width, height. */
  frame: readonly [number, number, number, number];
  view: Position;
}

const COMING = { when: "preview", round: 2, points: 0 } as const;
const move = (of: string, seat: number, members: number): Item => ({ ...COMING, kind: "tile", of, seat, members, tiles: 0, why: "most" });

export const SECTIONS: Record<string, Section> = {
  cover: {
    frame: COVER,
    view: {
      ...NOBODY,
      princes: ["G3", "G1"],
      open: { G1: [0, 2, 1, 0], G3: [3, 1, 0, 0] },
      monasteries: { O1: 3, G1: 2, G3: 1 },
      palaces: { G1: [1, 2, 0, 0], G2: [0, 0, 1, 2], G3: [2, 0, 0, 0] },
    },
  },
  province: {
    frame: [340, 480, 620, 390],
    view: { ...NOBODY, princes: ["Y3"], open: { Y1: [2, 1, 0], Y3: [1, 0, 2] }, monasteries: { Y2: 2 }, palaces: { Y1: [2, 1, 0], Y3: [0, 0, 1] } },
  },
  walk: { frame: [366, 180, 580, 290], view: { ...NOBODY, princes: ["G3", "O3"], open: { O3: [0, 2, 0] }, monasteries: { O3: 2 } } },
  deploy: { frame: [540, 650, 500, 240], view: { ...NOBODY, princes: ["Y3"], open: { Y3: [2, 1, 0] }, monasteries: { Y3: 1 } } },
  palaces: {
    frame: [736, 380, 440, 380],
    view: {
      ...NOBODY,
      open: { B1: [0, 2, 2, 0], B2: [3, 2, 1, 0], B3: [0, 1, 0, 0] },
      breakdown: [move("B2", 1, 2), move("B2", 2, 1), move("B1", 2, 1), move("B1", 3, 1), move("B3", 2, 1), { ...COMING, kind: "majority", of: "blue", seat: 2, members: 0 }],
    },
  },
  city: {
    frame: [60, 520, 440, 220],
    view: { ...NOBODY, palaces: { P1: [2, 1, 0], P2: [1, 2, 0], P3: [1, 0, 2] }, scoring: { province: "pink", chosen: [], neutrals_lead: false, neutrals_back: 0 } },
  },
};
