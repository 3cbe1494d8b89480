import { beforeAll, describe, expect, it } from "vitest";
import { unfold } from "../src/games/han/atlas.svelte";
import { boardOf, drawingOf, landOf, path, reaches } from "../src/games/han/land";
import { attempt } from "../src/games/han/moves";
import type { Drawing, Point } from "../src/games/han/places";
import { insideOf } from "../src/games/han/outline";
import type { View } from "../src/games/han/types";

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

  it.each([20, 34, 60])("a finger means the nearest place within %i", async (radius) => {
    const drawing = await drawingOf(map);
    const land = landOf(boardOf(drawing), drawing, 4);
    const places = new Map<string, Point>([
      ...land.spaces.map((space) => [`space:${space.id}`, space.at!] as const),
      ...land.provinces.map((province) => [`dragon:${province.id}`, province.dragon!] as const),
    ]);
    const wrong: string[] = [];
    for (const [id, area] of reaches(land, radius)) {
      const [x, y] = places.get(id)!;
      const isMeant = insideOf(area);
      const others = [...places].filter(([other]) => other !== id).map(([, at]) => at);
      for (let dx = -radius - 2.5; dx < radius + 3; dx += 3) {
        for (let dy = -radius - 2.5; dy < radius + 3; dy += 3) {
          const far = Math.hypot(dx, dy);
          const nearest = Math.min(...others.map((at) => Math.hypot(at[0] - x - dx, at[1] - y - dy)));
          // The rim is a polygon of whole numbers.
          if (Math.abs(far - radius) < radius * 0.03 + 1 || Math.abs(far - nearest) < 0.01) continue;
          if (isMeant(dx, dy) !== (far < radius && far < nearest)) wrong.push(`${id} ${dx},${dy}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

it("draws a line through points, back to its beginning where it goes round something", () => {
  expect(path([[0, 0], [4, 0], [4, 2]])).toBe("M0,0L4,0L4,2");
  expect(path([[0, 0], [4, 0], [4, 2]], true)).toBe("M0,0L4,0L4,2Z");
  expect(path([])).toBe("");
});

describe("a map of one's own", () => {
  const plain: Drawing = {
    name: "Two",
    display: 5,
    provinces: [{ id: "a", name: "Ah", colour: "red", dragon: [300, 300] }, { id: "b", name: "Be", colour: "green", dragon: [900, 300] }],
    spaces: [{ id: "a1", provinces: ["a"], at: [400, 300] }, { id: "b1", provinces: ["b"], at: [800, 300] }],
    roads: [["a1", "b1"]],
    alliances: [],
  };
  const outline: Point[] = [[100, 100], [600, 100], [600, 500], [100, 500]];
  const land = (drawing: Drawing) => landOf(boardOf(drawing), drawing, 2);

  it("is drawn plainly where it says nothing: the name above the dragon, and the standing under the name", () => {
    const [province] = land(plain).provinces;
    expect(province).toMatchObject({ label: [300, 256], labelSize: 24, outline: [], badge: [300, 286] });
  });
  it("has no standing on a road, however long that is", () => {
    const along = (y: number): Drawing => ({
      ...plain,
      provinces: [{ ...plain.provinces[0]!, dragon: [150, 450], label: [350, 200], outline }, plain.provinces[1]!],
      spaces: [{ id: "a1", provinces: ["a"], at: [120, y] }, { id: "b1", provinces: ["b"], at: [800, y] }],
    });
    for (const y of [210, 225, 235, 245]) {
      const [, below] = land(along(y)).provinces[0]!.badge!;
      expect(Math.abs(below - y), String(y)).toBeGreaterThan(13);
    }
  });
});

describe("what somebody seems to want", () => {
  const cards = ["red", "yellow", "yellow", "orange", "violet"];
  const view = { seat: 1, hands: [{ cards, held: 5 }, { cards: null, held: 3 }] } as unknown as View;
  beforeAll(async () => {
    const drawing = await drawingOf("border-disputes");
    unfold(landOf(boardOf(drawing), drawing, 2));
  });

  it.each([
    [["space:c1"], "house c1 with yellow"],
    [["hand:red", "space:c1"], "house c1 with red"],
    [["dragon:wei"], "emissary wei with red"],
    [["dragon:lu"], "emissary lu with orange"],
    [["dragon:han"], "emissary han with yellow yellow"],
    [["fortification", "space:z1"], "fortify z1 with orange yellow yellow"],
    [["display:red"], "take red"],
    [["discard"], "discard red"],
    [["hand:violet"], "discard violet"],
    [["deck"], "draw"],
    [["end"], "end"],
    [["house"], "house c1 with yellow"],
    [[], null],
  ])("who picked %j", (picked, action) => expect(attempt(view, picked)).toBe(action));
  it("is not known of a spectator", () => expect(attempt({ ...view, seat: null }, ["space:c1"])).toBeNull());
});
