import { render } from "svelte/server";
import { expect, it } from "vitest";
import Stands from "../src/games/ming/Stands.svelte";
import type { View } from "../src/games/ming/types";

const drawn = (princes: (string | null)[], spaces: Record<string, number[]>): string =>
  render(Stands, { props: { view: { princes, spaces } as unknown as View, seat: 2, name: "Ada" } }).body;
const text = (html: string): string => html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, " ").replace(/\s+/g, " ").trim();

it("one's own family is shown where it stands: its prince, and who waits in which province", () => {
  const html = drawn(["W1", "P2"], { white: [1, 0], green: [0, 1], yellow: [2, 3] });
  expect(text(html)).toBe("P2 G 1 Y 3");
  expect(html.match(/aria-label="[^"]+"/g)).toHaveLength(1);
});
it("nothing is shown before anybody of it stands anywhere", () => {
  expect(text(drawn([null, null], { white: [1, 0] }))).toBe("");
});
