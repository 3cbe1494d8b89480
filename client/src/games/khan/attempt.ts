// What somebody seems to want who picked some things: an action to ask the server about.

import type { Json } from "../../table.svelte";

export const LANDS: Record<string, string> = {
  M: "mountains", G: "glaciers", T: "tundra", S: "stone", D: "sand", F: "forest", "~": "river",
};

export function attempt(view: Json, picked: readonly string[]): string | null {
  const of = (kind: string): string[] => picked.filter((id) => id.startsWith(`${kind}:`)).map((id) => id.slice(kind.length + 1));
  const [[ruler], [card], [piece], [special], [region], squares] = [of("ruler"), of("card"), of("piece"), of("special"), of("region"), of("square")];
  if (region) return `gods ${region}`;
  if (special) return attemptSpecial(view, special, piece);
  if (piece && view.phase === "special") return `reserve ${piece}`;
  if (piece) return squares.length > 1 ? ["conquer", piece, ...squares].join(" ") : null;
  if (ruler) return squares.length ? `ruler ${ruler} ${squares[0]}` : `drive ${ruler}`;
  if (card && view.phase === "discard") return `discard ${card}`;
  const square = squares.at(-1);
  if (square === undefined) return card ? `invade ${anySquare(view, card)} with ${card}` : null;
  if (view.phase === "yurts") return `yurt ${square}`;
  if (picked.includes("anywhere") || view.phase === "final") return `anywhere ${square}`;
  return `invade ${square} with ${card ?? landOf(view, square)}`;
}

function attemptSpecial(view: Json, special: string, piece: string | undefined): string {
  if (special === "reconnaissance") return `reserve ${piece ?? "domino"}`;
  return special === "gods" && view.scores.length === 4 ? "gods tundra" : special;
}

/** The landscape of a square; for a river square any, since it is refused as river. */
function landOf(view: Json, square: string): string {
  const [row, column] = square.split(",").map(Number);
  const land = LANDS[view.board.rows[row!]?.[column!]] ?? "tundra";
  return land === "river" ? "tundra" : land;
}

/** A square where a card could take one, were it free. */
function anySquare(view: Json, card: string): string {
  const letter = Object.entries(LANDS).find(([, land]) => land === card)?.[0];
  if (letter === undefined || letter === "~") return view.board.neighbours[0];
  const row = (view.board.rows as string[]).findIndex((line) => line.includes(letter));
  return `${row},${view.board.rows[row].indexOf(letter)}`;
}
