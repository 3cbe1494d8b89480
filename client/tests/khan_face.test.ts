import { render } from "svelte/server";
import { expect, it } from "vitest";
import Face from "../src/games/khan/Face.svelte";

const numbers = (html: string, found: RegExp): number[][] => [...html.matchAll(found)].map(([, ...told]) => told.map(Number));

it.each([["seljuk", "russian"], ["song", "goryeo", "tibetan"], ["song", "goryeo", "tibetan", "abbasid"]])(
  "how many cards lie on one another is beside their rulers, where they lie across (%s, %s …)",
  (...rulers) => {
    const html = render(Face, { props: { symbol: "river", rulers, flat: true } }).body;
    const kings = numbers(html, /class="king[^"]*" transform="translate\(([\d.]+) [\d.]+\) scale\(([\d.]+)\)"/g);
    const [[count]] = numbers(html, /x="([\d.]+)"[^>]*>×/g) as [[number]];
    const right = Math.max(...kings.map(([x, scale]) => x! + 21 * scale!));
    expect(kings.length).toBe(rulers.length);
    expect(right).toBeLessThan(count - 8); // it is some 16 wide, around its middle
  },
);
