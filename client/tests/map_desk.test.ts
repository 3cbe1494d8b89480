import { beforeEach, expect, it, vi } from "vitest";

let flaws: { message: string; places: string[] }[] = [];
let reached = true;
const post = vi.fn(async () => {
  if (!reached) throw new Denied(0, { error: "offline", message: "", clause: null, key: null, arguments: {}, version: null });
  return { flaws };
});
const client = await vi.importActual<typeof import("../src/api/client")>("../src/api/client");
const { Denied } = client;
vi.doMock("../src/api/client", () => ({ ...client, post }));
const { Desk } = await import("../src/games/han/editor/desk.svelte");
const { patchwork } = await import("../src/games/han/editor/patchwork");
const { frameOf, keyOf } = await import("../src/games/han/editor/corners");

let desk: InstanceType<typeof Desk>;
beforeEach(() => {
  vi.useFakeTimers();
  [flaws, reached] = [[], true];
  post.mockClear();
  desk = new Desk(patchwork("Mine", (id) => id));
});
const at = (id: string) => desk.sheet.spaces.find((space) => space.id === id)!.at;

it("what belongs to one movement is one step, and is undone and done again as one", () => {
  const before = at("y1");
  for (const right of [10, 20, 30]) desk.move("space:y1", [before![0] + right, before![1]], "drag 1");
  desk.choose("space:y2");
  desk.move("space:y2", [330, 150], "drag 1");
  const after = desk.sheet;
  desk.undo();
  expect(at("y1")).toEqual([before![0] + 30, before![1]]);
  desk.undo();
  expect(at("y1")).toEqual(before);
  expect(desk.canUndo).toBe(false);
  desk.redo();
  desk.redo();
  expect(desk.sheet).toBe(after);
  expect(desk.canRedo).toBe(false);
});

it("two spaces make a road, two provinces an alliance; the same one twice makes nothing", () => {
  desk.take("road");
  desk.click("space:y1");
  expect(desk.saying?.key).toBe("han.editor.second_road");
  desk.click("space:y1");
  expect(desk.first).toBeNull();
  desk.click("space:y1");
  desk.click("space:y4");
  expect(desk.chosen).toBe("road:y1-y4");
  desk.take("alliance");
  desk.click("dragon:yan");
  desk.click("province:song");
  expect(desk.saying?.key).toBe("han.editor.alliance_there");
  expect(desk.chosen).toBe("alliance:1");
});

it("a space is made where one clicks, or where there is room; on no land it is told", () => {
  desk.take("space");
  desk.click("province:wu", [120, 700]);
  expect([desk.chosen, at("w5")]).toEqual(["space:w5", [120, 700]]);
  desk.click("province:wu");
  expect(desk.chosen).toBe("space:w6");
  desk.found("wu", [5, 5]);
  expect(desk.saying?.key).toBe("han.editor.no_land");
});

it("a corner stays chosen as it is moved, and where borders meet it stays", () => {
  desk.take("corner");
  const { at: corner } = frameOf(desk.sheet).corners.find(({ meets }) => meets)!;
  desk.click(`corner:${keyOf(corner)}`);
  desk.move(`corner:${keyOf(corner)}`, [corner[0] + 12, corner[1] + 8], "keys corner");
  expect(desk.chosen).toBe(`corner:${keyOf([corner[0] + 12, corner[1] + 8])}`);
  desk.remove(desk.chosen!);
  expect(desk.saying?.key).toBe("han.editor.corner_stays");
  desk.remove("province:yan");
  expect(desk.saying?.key).toBe("han.editor.province_stays");
});

it("the map is looked over once nothing was drawn for a moment, and again until the server answers", async () => {
  flaws = [{ message: "a fault", places: ["/spaces/0"] }];
  desk.remove("road:y1-y2");
  desk.remove("road:y3-y4");
  await vi.advanceTimersByTimeAsync(400);
  expect(post).toHaveBeenCalledTimes(1);
  expect(desk.faultsAt("space:y1")).toEqual(["a fault"]);
  reached = false;
  desk.undo();
  await vi.advanceTimersByTimeAsync(400);
  expect(desk.checking).toBe("offline");
  [flaws, reached] = [[], true];
  await vi.advanceTimersByTimeAsync(6000);
  expect([desk.checking, desk.flaws]).toEqual(["known", []]);
  desk.leave();
});
