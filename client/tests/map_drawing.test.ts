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
const { MapDrawing } = await import("../src/games/han/editor/drawing.svelte");
const { patchwork } = await import("../src/games/han/editor/patchwork");
const { frameOf, keyOf } = await import("../src/games/han/editor/corners");

let drawing: InstanceType<typeof MapDrawing>;
beforeEach(() => {
  vi.useFakeTimers();
  [flaws, reached] = [[], true];
  post.mockClear();
  drawing = new MapDrawing(patchwork("Mine", (id) => id));
});
const at = (id: string) => drawing.file.spaces.find((space) => space.id === id)!.at;

it("what belongs to one movement is one step, and is undone and done again as one", () => {
  const before = at("y1");
  for (const right of [10, 20, 30]) drawing.move("space:y1", [before![0] + right, before![1]], "drag 1");
  drawing.choose("space:y2");
  drawing.move("space:y2", [330, 150], "drag 1");
  const after = drawing.file;
  drawing.undo();
  expect(at("y1")).toEqual([before![0] + 30, before![1]]);
  drawing.undo();
  expect(at("y1")).toEqual(before);
  expect(drawing.canUndo).toBe(false);
  drawing.redo();
  drawing.redo();
  expect(drawing.file).toBe(after);
  expect(drawing.canRedo).toBe(false);
});

it("two spaces make a road, two provinces an alliance; the same one twice makes nothing", () => {
  drawing.take("road");
  drawing.click("space:y1");
  expect(drawing.saying?.key).toBe("han.editor.second_road");
  drawing.click("space:y1");
  expect(drawing.first).toBeNull();
  drawing.click("space:y1");
  drawing.click("space:y4");
  expect(drawing.chosen).toBe("road:y1-y4");
  drawing.take("alliance");
  drawing.click("dragon:yan");
  drawing.click("province:song");
  expect(drawing.saying?.key).toBe("han.editor.alliance_there");
  expect(drawing.chosen).toBe("alliance:1");
});

it("a space is made where one clicks, or where there is room; on no land it is told", () => {
  drawing.take("space");
  drawing.click("province:wu", [120, 700]);
  expect([drawing.chosen, at("w5")]).toEqual(["space:w5", [120, 700]]);
  drawing.click("province:wu");
  expect(drawing.chosen).toBe("space:w6");
  drawing.found("wu", [5, 5]);
  expect(drawing.saying?.key).toBe("han.editor.no_land");
});

it("a corner stays chosen as it is moved, and where borders meet it stays", () => {
  drawing.take("corner");
  const { at: corner } = frameOf(drawing.file).corners.find(({ meets }) => meets)!;
  drawing.click(`corner:${keyOf(corner)}`);
  drawing.move(`corner:${keyOf(corner)}`, [corner[0] + 12, corner[1] + 8], "keys corner");
  expect(drawing.chosen).toBe(`corner:${keyOf([corner[0] + 12, corner[1] + 8])}`);
  drawing.remove(drawing.chosen!);
  expect(drawing.saying?.key).toBe("han.editor.corner_stays");
  drawing.remove("province:yan");
  expect(drawing.saying?.key).toBe("han.editor.province_stays");
});

it("the map is looked over once nothing was drawn for a moment, and again until the server answers", async () => {
  flaws = [{ message: "a flaw", places: ["/spaces/0"] }];
  drawing.remove("road:y1-y2");
  drawing.remove("road:y3-y4");
  await vi.advanceTimersByTimeAsync(400);
  expect(post).toHaveBeenCalledTimes(1);
  expect(drawing.flawsAt("space:y1")).toEqual(["a flaw"]);
  reached = false;
  drawing.undo();
  await vi.advanceTimersByTimeAsync(400);
  expect(drawing.checking).toBe("offline");
  [flaws, reached] = [[], true];
  await vi.advanceTimersByTimeAsync(6000);
  expect([drawing.checking, drawing.flaws]).toEqual(["known", []]);
  drawing.leave();
});
