// What somebody seems to want who picked some things: an action to ask the server about.

import type { Board, View } from "./types";

export function attempt(view: View, picked: readonly string[], board: Board): string | null {
  const of = (kind: string): string[] => picked.filter((id) => id.startsWith(`${kind}:`)).map((id) => id.slice(kind.length + 1));
  const [[ruler], [card], [piece], [special], [region], squares] = [of("ruler"), of("card"), of("piece"), of("special"), of("region"), of("square")];
  if (region) return `gods ${region}`;
  if (special) return attemptSpecial(view, special, piece);
  if (piece && view.phase === "special") return `reserve ${piece}`;
  if (piece) return squares.length > 1 ? ["conquer", piece, ...squares].join(" ") : null;
  if (ruler) return squares.length ? `ruler ${ruler} ${squares[0]}` : `drive ${ruler}`;
  if (card && view.phase === "discard") return `discard ${card}`;
  const square = squares.at(-1);
  if (square === undefined) return card ? `invade ${anySquare(board, card)} with ${card}` : null;
  if (view.phase === "yurts") return `yurt ${square}`;
  if (picked.includes("anywhere") || view.phase === "final") return `anywhere ${square}`;
  return `invade ${square} with ${card ?? landOf(board, square)}`;
}

function attemptSpecial(view: View, special: string, piece: string | undefined): string {
  if (special === "reconnaissance") return `reserve ${piece ?? "domino"}`;
  return special === "gods" && view.scores.length === 4 ? "gods tundra" : special;
}

/** The landscape of a square; for a river square any, since it is refused as river. */
function landOf(board: Board, square: string): string {
  const region = board.squares.find((one) => one.square === square)?.region ?? "river";
  return region === "river" ? "tundra" : region;
}

/** A square where a card could take one, were it free. */
function anySquare(board: Board, card: string): string {
  return (board.squares.find(({ symbols }) => symbols.some((symbol) => symbol === card)) ?? board.squares[0]!).square;
}
