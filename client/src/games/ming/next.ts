// What is to be done next by who has picked something.

import type { Sentence } from "../game";

type Left = readonly { action: string; touches: readonly string[] }[];

/** What is picked, and what of these is still to follow it, says what comes next. */
const STEPS: readonly [picked: RegExp, what: string, then: RegExp][] = [
  [/^dragons$/, "dragon", /^space:/],
  [/^stay$/, "stay", /^hand:/],
  [/^hand:/, "card", /^district:/],
  [/^district:/, "pay", /^hand:/],
  [/^members:/, "where", /^(district|monastery):/],
  [/^(district|monastery):/, "number", /^members:/],
];

export function next(picked: readonly string[], left: Left): Sentence | null {
  const follows = (then: RegExp): boolean =>
    !picked.some((id) => then.test(id)) && left.some(({ touches }) => touches.some((id) => then.test(id)));
  const step = STEPS.find(([started, , then]) => picked.some((id) => started.test(id)) && follows(then));
  return step ? { key: "ming.ask.next", args: { what: step[1], stay: left.some(({ touches }) => touches.includes("stay")) } } : null;
}
