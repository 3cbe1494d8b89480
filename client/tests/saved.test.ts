import { describe, expect, it } from "vitest";
import { readSaved } from "../src/saved";

const MATCH = JSON.stringify({ format: "lantern match 1", game: "khan", options: { players: 3 }, actions: ["a", "b"] });
const READ = { game: "khan", players: 3, actions: 2, until: 2, match: MATCH };

describe("a file with a saved match", () => {
  it("is read as the command line writes it", () => {
    expect(readSaved(MATCH)).toEqual(READ);
  });
  it("is read as a table exports it", () => {
    expect(readSaved(JSON.stringify({ saved: MATCH, seats: ["Ada", null, null] }))).toEqual(READ);
  });
  it.each(["", "{", "null", "[]", "7", '{"game": "khan"}', '{"game": 7, "options": {"players": 3}}', '{"game": "khan", "options": {"players": 3}}', '{"saved": "{"}'])(
    "is refused if it is something else: %s",
    (text) => expect(readSaved(text)).toBeNull(),
  );
});
