import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afterPaint } from "../src/painting";

let frames: (() => void)[];
let then: ReturnType<typeof vi.fn<() => void>>;
const nextFrame = (): void => frames.splice(0).forEach((draw) => draw());

beforeEach(() => {
  vi.useFakeTimers();
  [frames, then] = [[], vi.fn<() => void>()];
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => frames.push(draw));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("waits for the frame, and until it has been painted", () => {
  afterPaint(then);
  nextFrame();
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(then).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1000);
  expect(then).toHaveBeenCalledOnce();
});

it("does not wait on a hidden page, for which no frame is painted", () => {
  vi.stubGlobal("document", { hidden: true });
  afterPaint(then);
  expect(then).toHaveBeenCalledOnce();
  expect(frames).toEqual([]);
});

it("does not wait for ever for a frame that does not come", () => {
  afterPaint(then);
  vi.advanceTimersByTime(249);
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(then).toHaveBeenCalledOnce();
  nextFrame();
  vi.advanceTimersByTime(1000);
  expect(then).toHaveBeenCalledOnce();
});
