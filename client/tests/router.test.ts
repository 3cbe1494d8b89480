import { beforeEach, expect, it, vi } from "vitest";

const scrollTo = vi.fn();
const place = { origin: "http://lantern.test", pathname: "/", hash: "" };
const move = (_state: null, _title: string, address: string): void => {
  const { pathname, hash } = new URL(address, place.origin);
  Object.assign(place, { pathname, hash });
};
vi.stubGlobal("location", place);
vi.stubGlobal("history", { pushState: vi.fn(move), replaceState: vi.fn(move) });
vi.stubGlobal("addEventListener", vi.fn());
vi.stubGlobal("scrollTo", scrollTo);
const { follow, go, moveOn, note, route } = await import("../src/router.svelte");

/** A click on a link. */
function click(address: string, more: object = {}, target = ""): { preventDefault: ReturnType<typeof vi.fn> } {
  const { origin, pathname, hash } = new URL(address, place.origin);
  const event = { target: { closest: () => ({ origin, pathname, hash, target }) }, preventDefault: vi.fn(), ...more };
  follow(event as unknown as MouseEvent);
  return event;
}

beforeEach(() => {
  go("/");
  scrollTo.mockClear();
});

it("a link within the page leads to the top of another one, which is not loaded anew", () => {
  expect(click("/rules/han#HAN-7.2").preventDefault).toHaveBeenCalled();
  expect(route()).toEqual({ page: "rules", game: "han", clause: "HAN-7.2" });
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

it.each([
  ["elsewhere", "https://example.org/", {}, ""],
  ["to what the server sends", "/api/tables/t/export", {}, ""],
  ["to another window", "/rules/han", {}, "_blank"],
  ["clicked with Ctrl", "/rules/han", { ctrlKey: true }, ""],
])("a link %s is the browser's", (_, address, more, target) => {
  expect(click(address, more, target).preventDefault).not.toHaveBeenCalled();
  expect(route()).toEqual({ page: "start", from: null });
});

it("the start page's address may name a moment of a match to go on from", () => {
  go("/#match=t1&ply=3");
  expect(route()).toEqual({ page: "start", from: { match: "t1", ply: 3 } });
});

it("a page for a game's maps may be given one by a link", () => {
  go("/maps/han");
  expect(route()).toEqual({ page: "maps", game: "han", shared: null });
  go("/maps/han#map=q1-_Y");
  expect(route()).toEqual({ page: "maps", game: "han", shared: "q1-_Y" });
});

it("a table's address names it, its key and a moment; what is only noted leads nowhere", () => {
  go("/table/t1#key=k&ply=3");
  expect(route()).toEqual({ page: "table", id: "t1", key: "k", again: false, ply: 3, watch: false });
  go("/table/t1#key=k&again");
  expect(route()).toMatchObject({ key: "k", again: true });
  go("/table/t1#key=k&ply=3");
  note("/table/t1#key=k");
  expect(route()).toMatchObject({ ply: 3 });
  expect(place.hash).toBe("#key=k");
});

it("puzzles of all games, of one, and a certain one; the way back leads past what was moved on from", () => {
  go("/puzzles");
  expect(route()).toEqual({ page: "puzzles", game: null });
  go("/puzzles/khan");
  expect(route()).toEqual({ page: "puzzles", game: "khan" });
  go("/puzzles/khan/khan-1");
  expect(route()).toEqual({ page: "puzzle", game: "khan", name: "khan-1" });
  vi.mocked(history.pushState).mockClear();
  moveOn("/table/t1");
  expect(route()).toMatchObject({ page: "table", id: "t1" });
  expect(history.pushState).not.toHaveBeenCalled();
  go("/puzzles/khan/khan-1/more");
  expect(route()).toEqual({ page: "unknown" });
});
