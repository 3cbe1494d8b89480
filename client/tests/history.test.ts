import { expect, it } from "vitest";
import { History } from "../src/history.svelte";

it("goes back and forth", () => {
  const history = new History<string>();
  expect([history.undo("a"), history.redo("a"), history.canUndo, history.canRedo]).toEqual([undefined, undefined, false, false]);
  history.note("a");
  history.note("b");
  expect([history.undo("c"), history.canUndo, history.canRedo]).toEqual(["b", true, true]);
  expect([history.undo("b"), history.canUndo]).toEqual(["a", false]);
  expect([history.redo("a"), history.redo("b"), history.canRedo]).toEqual(["b", "c", false]);
});

it("forgets what was undone as soon as something new is there", () => {
  const history = new History<number>();
  history.note(0);
  expect(history.undo(1)).toBe(0);
  history.note(0);
  expect([history.canRedo, history.redo(2)]).toEqual([false, undefined]);
});

it("keeps 300 steps, and none once all is forgotten", () => {
  const history = new History<number>();
  for (let step = 0; step < 400; step++) history.note(step);
  let steps = 0;
  let now: number | undefined = 400;
  for (let last: number | undefined = now; last !== undefined; last = history.undo(last)) [now, steps] = [last, steps + 1];
  expect([now, steps - 1]).toEqual([100, 300]);
  history.note(1);
  history.forget();
  expect([history.canUndo, history.canRedo]).toEqual([false, false]);
});
