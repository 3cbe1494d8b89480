// What is to be done next by who has picked something.

import type { Sentence } from "../game";

/** What is picked first of these, and is still to be followed by something else, says what comes next. */
const STEPS: readonly [picked: RegExp, what: string, then: RegExp][] = [
  [/^special:gods$/, "gods", /^region:/],
  [/^special:reconnaissance$/, "reconnaissance", /^piece:/],
  [/^piece:/, "piece", /^square:/],
  [/^ruler:/, "ruler", /^square:/],
  [/^anywhere$/, "anywhere", /^square:/],
  [/^drive$/, "drive", /^ruler:/],
  [/^card:/, "card", /^square:/],
  [/^invade$/, "invade", /^card:/],
];

export function next(picked: readonly string[], left: readonly { action: string; touches: readonly string[] }[]): Sentence | null {
  for (const [started, what, then] of STEPS) {
    const waits = picked.some((id) => started.test(id)) && !picked.some((id) => then.test(id));
    if (waits && left.some(({ touches }) => touches.some((id) => then.test(id)))) return { key: "khan.next", args: { what } };
  }
  const square = picked.find((id) => id.startsWith("square:"))?.slice("square:".length);
  if (square === undefined || left.length < 2) return null;
  const what = left.some(({ action }) => action.startsWith("conquer ")) ? "yurts" : "square";
  return { key: "khan.next", args: { what, square } };
}
