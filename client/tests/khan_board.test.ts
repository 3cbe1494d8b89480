import { render } from "svelte/server";
import { expect, it } from "vitest";
import Board from "../src/games/khan/Board.svelte";

it("the size of a territory stands above what rings its squares", () => {
  const names = ["A1", "B1", "C1"];
  const squares = names.map((square) => ({ square, region: "tundra", symbols: ["tundra"] }));
  const shown = { seat: 1, phase: "actions", pieces: [{ owners: [1], squares: names }], yurts: {}, rulers: {}, guards: {}, gods: {}, patronage: [], flight: {}, fled: null, discards: [], hands: [], scores: [0, 0] };
  const table = { board: { squares, cards: [] }, shown, view: { log: [] }, picked: [], can: new Set(), fits: new Set(), lit: new Set(names.map((name) => `square:${name}`)), changed: new Map(), asked: null, actions: [] };
  const held = { piece: null, ghost: null, ruler: null, over: null };
  const html = render(Board, { props: { table, held } as never }).body;
  expect(html.match(/class="[^"]*\bsize\b/g)).toHaveLength(1);
  expect(html.search(/class="[^"]*\bsize\b/)).toBeGreaterThan(html.lastIndexOf('class="edge'));
});
