import { describe, expect, it } from "vitest";
import { alongOf, frameOf, keyOf, makeCorner, middleOf, moveCorner, neighboursOf, project, spotAt, straighten } from "../src/games/han/editor/corners";
import * as edits from "../src/games/han/editor/edits";
import { marked, placeOf } from "../src/games/han/editor/flaws";
import { packed, unpacked } from "../src/games/han/editor/link";
import { patchwork } from "../src/games/han/editor/patchwork";
import { readMapFile, type MapFile, written } from "../src/games/han/editor/map_file";
import { boardOf, drawingOf, landOf } from "../src/games/han/land";
import { insideOf } from "../src/games/han/outline";
import type { Point } from "../src/games/han/places";

const mine = patchwork("Mine", (id) => id[0]!.toUpperCase() + id.slice(1));
const shipped = async (name: string): Promise<MapFile> => readMapFile(structuredClone(await drawingOf(name)))!.file;
const pairs = (list: readonly (readonly string[])[]): string[] => list.map((pair) => [...pair].sort().join()).sort();
const outlineOf = (file: MapFile, id: string): Point[] => file.provinces.find((one) => one.id === id)!.outline!;
const spaceOf = (file: MapFile, id: string) => file.spaces.find((one) => one.id === id)!;
/** The provinces in whose outline a point is. */
const sharing = (file: MapFile, at: Point): string[] =>
  file.provinces.filter(({ outline }) => outline!.some((point) => keyOf(point) === keyOf(at))).map(({ id }) => id);

describe("a patchwork", () => {
  it("has nine provinces that touch often enough for fifteen alliances", () => {
    expect([mine.provinces.length, mine.neighbours.length, mine.alliances.length]).toEqual([9, 16, 15]);
    expect(mine.alliances.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, k) => k + 1));
    expect(mine.roads.length).toBeLessThan(71);
  });
  it("has every space and every dragon in its province", () => {
    for (const { id, outline, dragon } of mine.provinces) {
      const own = mine.spaces.filter(({ provinces }) => provinces.length === 1 && provinces[0] === id);
      expect(own.length).toBe(4);
      for (const at of [dragon!, ...own.map((one) => one.at!)]) expect(insideOf(outline!)(...at), `${id} ${at}`).toBe(true);
    }
  });
  it("shows that there are ports and spaces on borders", () => {
    expect(mine.spaces.filter(({ port }) => port).length).toBe(1);
    const [border] = mine.spaces.filter(({ provinces }) => provinces.length === 2);
    expect(spotAt(mine, border!.at!)!.provinces.sort()).toEqual([...border!.provinces].sort());
    expect(mine.roads.filter(([a, b]) => [a, b].includes(border!.id)).length).toBe(2);
  });
  it("has no name on a space, a dragon or a road", () => {
    const { roads, spaces } = landOf(boardOf(mine), mine, 0);
    for (const { name, label, dragon } of mine.provinces) {
      const half = name.length * 7.2 + 14;
      const clear = ([x, y]: Point): number => Math.hypot(Math.max(0, Math.abs(x - label![0]) - half), Math.max(0, Math.abs(y - label![1]) - 12));
      for (const at of [dragon!, ...spaces.map((one) => one.at!)]) expect(clear(at), name).toBeGreaterThan(24);
      for (const { line } of roads) for (const share of [0.2, 0.4, 0.5, 0.6, 0.8]) expect(clear(alongOf(line, share)), name).toBeGreaterThan(4);
    }
  });
});

describe.each(["border-disputes", "ways-of-diplomacy"])("%s", (name) => {
  it("is read whole, and its neighbours are those that share a border", async () => {
    const read = readMapFile(structuredClone(await drawingOf(name)))!;
    expect(read.left).toBe(0);
    expect(pairs(neighboursOf(read.file))).toEqual(pairs(read.file.neighbours));
  });
  it("has its spaces where they are, by its outlines", async () => {
    const file = await shipped(name);
    for (const { id, at, provinces } of file.spaces) expect([...spotAt(file, at!)!.provinces].sort(), id).toEqual([...provinces].sort());
  });
  it("stays whole wherever one of its corners goes", async () => {
    const file = await shipped(name);
    const before = pairs(file.neighbours);
    for (const { at } of frameOf(file).corners.filter((_, k) => k % 4 === 0)) {
      const moved = moveCorner(file, at, [at[0] + 11, at[1] - 7]);
      expect(pairs(moved.neighbours)).toEqual(before);
      expect(sharing(moved, [Math.round((at[0] + 11) * 10) / 10, Math.round((at[1] - 7) * 10) / 10])).toEqual(sharing(file, at));
    }
  });
  it("is the same in a link and in a file", async () => {
    const file = await shipped(name);
    const letters = await packed(file);
    expect(letters).toMatch(/^[\w-]+$/);
    expect(await unpacked(letters)).toEqual(JSON.parse(JSON.stringify(file)));
    expect(JSON.parse(written(file))).toEqual(JSON.parse(JSON.stringify(file)));
  });
});

describe("a corner", () => {
  const meeting = frameOf(mine).corners.find(({ at, meets }) => meets && sharing(mine, at).length === 3)!.at;

  it("moves for all provinces that share it, and the middle of a line moves half as far", async () => {
    const moved = moveCorner(mine, meeting, [meeting[0] + 30, meeting[1] + 20]);
    expect(sharing(moved, [meeting[0] + 30, meeting[1] + 20])).toEqual(sharing(mine, meeting));
    const winding = await shipped("border-disputes");
    const line = frameOf(winding).stretches.find((one) => one.length > 8)!;
    const [from, inner] = [line[0]!, line[Math.floor(line.length / 2)]!];
    const share = 1 - project(inner, line).along;
    const pulled = moveCorner(winding, from, [from[0] + 20, from[1] + 20]);
    const expected: Point = [Math.round((inner[0] + 20 * share) * 10) / 10, Math.round((inner[1] + 20 * share) * 10) / 10];
    expect(sharing(pulled, expected)).toEqual(sharing(winding, inner));
  });
  it("becomes another one where it comes near to that", () => {
    const other = frameOf(mine).corners.filter(({ at }) => keyOf(at) !== keyOf(meeting)).sort((a, b) => Math.hypot(a.at[0] - meeting[0], a.at[1] - meeting[1]) - Math.hypot(b.at[0] - meeting[0], b.at[1] - meeting[1]))[0]!.at;
    const joined = moveCorner(mine, meeting, [other[0] + 3, other[1] - 2]);
    expect(sharing(joined, meeting)).toEqual([]);
    expect(new Set(sharing(joined, other))).toEqual(new Set([...sharing(mine, meeting), ...sharing(mine, other)]));
  });
  it("stays on the file", () => {
    const moved = moveCorner(mine, meeting, [5000, -20]);
    for (const [x, y] of moved.provinces.flatMap(({ outline }) => outline!)) expect(x >= 0 && x <= 1200 && y >= 0 && y <= 900).toBe(true);
  });
  it("is made between two, for both provinces, and taken away again", () => {
    const stretch = frameOf(mine).stretches.find((line) => sharing(mine, middleOf(line)).length === 0 && sharing(mine, line[0]!).length > 1 && sharing(mine, line[1]!).length > 1)!;
    const [x, y] = middleOf(stretch);
    const folded = makeCorner(mine, stretch, [x + 18, y + 18]);
    const at: Point = [Math.round((x + 18) * 10) / 10, Math.round((y + 18) * 10) / 10];
    expect(sharing(folded, at).length).toBe(2);
    expect(pairs(folded.neighbours)).toEqual(pairs(mine.neighbours));
    expect(sharing(straighten(folded, at), at)).toEqual([]);
  });
  it("in which borders meet can't be taken away", () => {
    expect(straighten(mine, meeting)).toBe(mine);
  });
  it("takes along what lies on its lines", () => {
    const added = edits.addSpace(mine, middleOf(frameOf(mine).stretches.find((line) => line.some((point) => keyOf(point) === keyOf(meeting)) && spotAt(mine, middleOf(line))?.provinces.length === 2)!))!;
    const before = spaceOf(added.file, added.id);
    expect(before.provinces.length).toBe(2);
    const after = spaceOf(moveCorner(added.file, meeting, [meeting[0] + 20, meeting[1] + 20]), added.id);
    expect(Math.hypot(after.at![0] - before.at![0], after.at![1] - before.at![1])).toBeGreaterThan(5);
    expect(after.provinces).toEqual(before.provinces);
  });
  it("leaves no province without ground", () => {
    const small: MapFile = { ...mine, provinces: [{ ...mine.provinces[0]!, outline: [[0, 0], [100, 0], [50, 60]] }], spaces: [], roads: [], alliances: [], neighbours: [], size: [200, 200] };
    expect(moveCorner(small, [50, 60], [50, 1])).toBe(small);
  });
});

describe("a space", () => {
  it("belongs to where it is put, and is called after it", () => {
    const added = edits.addSpace(mine, [120, 180])!;
    expect(spaceOf(added.file, added.id)).toEqual({ id: "y5", provinces: ["yan"], at: [120, 180], port: false });
    expect(edits.addSpace(mine, [10, 10])).toBeNull();
  });
  it("that is moved over a border belongs to the other province, and its roads go along", () => {
    const bent = edits.bendRoad(mine, "y1-y2", [260, 90]);
    const moved = edits.moveSpace(bent, "y1", [mine.provinces[1]!.dragon![0], mine.provinces[1]!.dragon![1] - 90]);
    expect(spaceOf(moved, "y1").provinces).toEqual(["song"]);
    expect(edits.roadOf(moved, "y1-y2")![2]![0]).not.toEqual(edits.roadOf(bent, "y1-y2")![2]![0]);
    expect(edits.moveSpace(mine, "y1", [0, 0])).toBe(mine);
  });
  it("on a border lies between both, and knows the way into the first", () => {
    const border = frameOf(mine).stretches.find((line) => spotAt(mine, middleOf(line))?.provinces.length === 2)!;
    const spot = spotAt(mine, [middleOf(border)[0] + 4, middleOf(border)[1] + 4])!;
    expect(spot.provinces.length).toBe(2);
    expect(insideOf(outlineOf(mine, spot.provinces[0]!))(spot.at[0] + spot.normal![0] * 10, spot.at[1] + spot.normal![1] * 10)).toBe(true);
  });
  it("taken away takes its roads along; renamed it keeps them", () => {
    expect(edits.removeSpace(mine, "y2").roads.flat()).not.toContain("y2");
    const renamed = edits.renameSpace(mine, "y2", "gate");
    expect(renamed.roads.flat().filter((id) => id === "gate").length).toBe(mine.roads.flat().filter((id) => id === "y2").length);
    for (const name of ["y1", "Gate", "", "with", "2b"]) expect(edits.renameSpace(mine, "y2", name), name).toBe(mine);
  });
  it("finds room in a province for one that is placed with the keyboard", () => {
    for (const { id } of mine.provinces) expect(spotAt(mine, edits.roomIn(mine, id)!)!.provinces).toEqual([id]);
  });
});

describe("provinces", () => {
  it("are called in what is typed as they are called on the map, where that can be typed", () => {
    const renamed = edits.rename(mine, "yan", "Città alta");
    expect(renamed.provinces[0]).toMatchObject({ id: "citta-alta", name: "Città alta" });
    expect(spaceOf(renamed, "y1").provinces).toEqual(["citta-alta"]);
    expect(pairs(neighboursOf(renamed))).toEqual(pairs(renamed.neighbours));
    for (const name of ["Янь", "Song", "", "with"]) expect(edits.rename(mine, "yan", name).provinces[0]).toMatchObject({ id: "yan", name });
  });
  it("have one alliance, by the first free number; numbers are exchanged", () => {
    const without = edits.remove(mine, "alliance:4");
    const { between } = mine.alliances[3]!;
    expect(edits.ally(without, ...between)).toMatchObject({ number: 4 });
    expect(edits.ally(mine, between[1], between[0])).toEqual({ file: mine, number: 4 });
    const swapped = edits.renumber(mine, 4, 1);
    expect(swapped.alliances[0]!.between).toEqual(between);
    expect(swapped.alliances[3]!.between).toEqual(mine.alliances[0]!.between);
  });
  it("take their name along with their dragon", () => {
    const { dragon, label } = mine.provinces[0]!;
    const moved = edits.move(mine, "dragon:yan", [dragon![0] + 30, dragon![1] - 10]).provinces[0]!;
    expect(moved.label).toEqual([label![0] + 30, label![1] - 10]);
  });
});

it("roads are laid once, whichever way one goes, and are straight again where their bend is undone", () => {
  const paved = edits.addRoad(mine, "y1", "y4");
  expect(paved.roads.at(-1)).toEqual(["y1", "y4"]);
  expect(edits.addRoad(paved, "y4", "y1")).toBe(paved);
  const bent = edits.bendRoad(paved, "y1-y4", [200, 300]);
  expect(edits.roadOf(bent, "y1-y4")![2]!.length).toBe(5);
  const [a, b] = [spaceOf(bent, "y1").at!, spaceOf(bent, "y4").at!];
  expect(edits.roadOf(edits.bendRoad(bent, "y1-y4", [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]), "y1-y4")).toEqual(["y1", "y4"]);
});

describe("what is brought", () => {
  it.each([null, 5, "map", [], {}, { provinces: 3, spaces: [] }, { provinces: [], spaces: [] }])("is no map: %j", (given) => expect(readMapFile(given)).toBeNull());
  it("is drawn as far as it can be, and what can't is counted", () => {
    const { provinces, spaces, roads } = mine;
    const read = readMapFile({
      name: 5,
      provinces: [{ ...provinces[0], colour: "blue", outline: [[1, 2]] }, provinces[0], { id: 7 }, { id: "b", name: "Be" }],
      spaces: [spaces[0], spaces[0], { id: "x", provinces: ["nowhere"] }, { id: "b1", provinces: ["b"], at: ["a", 1] }],
      roads: [roads[0], ["y1", "b1"], ["b1", "y1"], null],
      alliances: [{ number: 1, between: ["yan", "b"] }, { number: 1, between: ["b", "yan"] }, "?"],
      features: [{ kind: "lake" }, null],
      decor: 5,
    })!;
    expect(read.left).toBe(2 + 2 + 3 + 2);
    expect(read.file.provinces.map(({ id, colour, outline }) => [id, colour, outline])).toEqual([["yan", "yellow", undefined], ["b", "yellow", undefined]]);
    expect(landOf(boardOf(read.file), read.file, 0).drawable).toBe(true);
  });
  it.each(["", "!", "AAAA", "q1YqSy0qzszPU7JSMlSqBQA"])("in a damaged link is nothing: %s", async (letters) => expect(await unpacked(letters)).toBeNull());
  it("in a link cut short is nothing, nor what would be far too large", async () => {
    const letters = await packed(mine);
    expect(await unpacked(letters.slice(0, -40))).toBeNull();
    expect(await unpacked(await packed({ ...mine, name: "x".repeat(2_000_000) }))).toBeNull();
  });
});

it("flaws are told where they are: on the map, in the form, or of a list as a whole", () => {
  const said: [string, string][] = [
    ["/provinces/1", "province:song"],
    ["/provinces/1/name", "province:song"],
    ["/spaces/0", "space:y1"],
    ["/roads/0", "road:y1-y2"],
    ["/alliances/2/between", "alliance:3"],
    ["/alliances", "list:alliances"],
    ["/spaces/999", "list:spaces"],
    ["/name", "field:name"],
    ["/remove_per_colour/4", "field:remove_per_colour/4"],
  ];
  for (const [pointer, place] of said) expect(placeOf(mine, pointer)).toBe(place);
  const flaws = [{ message: "one", places: ["/spaces/0", "/spaces/1"] }, { message: "two", places: ["/spaces/0/at"] }, { message: "all", places: [] }];
  expect(marked(mine, flaws)).toEqual(new Map([["space:y1", ["one", "two"]], ["space:y2", ["one"]]]));
});
