import type { Action } from "../../api/client";
import type { GameClient, Names, Said } from "../game";
import { listed, t } from "../../words/index.svelte";
import { attempt } from "./attempt";
import { changedBy, flights } from "./flights";
import { readConquest } from "./held.svelte";
import { symbolName } from "./names";
import { next } from "./next";
import { territoryOf } from "./territory";
import Table from "./Table.svelte";
import { story, tell } from "./tell";
import type { Board, Gain, Khan, Piece, View } from "./types";

/** The actions that end a turn or show a card, and pieces that have not been seen where they would lie. */
const CONFIRMED = new Set(["drive", "patronage", "gods", "reserve", "conquer"]);
const BUTTONS = ["consent", "refuse", "stop", "pass"];

function asks(view: View): { key: string; args?: Record<string, unknown> } {
  return { key: `khan.ask.${view.phase}`, args: { left: view.actions_left, piece: view.proposal && readConquest(view.proposal).piece } };
}

/** What a conquest brings each of those who share it, and whom besides a seat. */
function shared(gain: Gain, seat: number | null, names: Names): { points: number; shares: number; names: string } {
  const others = gain.owners.filter((one) => one !== seat).map(names);
  return { points: gain.points, shares: gain.owners.length, names: listed(others) };
}

function label(view: View, { action, gain }: Action<Khan>, names: Names): string {
  const [verb, ...rest] = action.split(" ") as [string, ...string[]];
  switch (verb) {
    case "invade":
      return t("khan.do.invade", { square: rest[0], symbol: rest[2] });
    case "conquer": {
      const laid = { piece: rest[0], squares: rest.slice(1).join(" ") };
      return gain ? t("khan.do.conquer", { ...laid, ...shared(gain, view.turn, names) }) : t("khan.do.lay", laid);
    }
    case "consent":
      return gain ? t("khan.do.consent", shared(gain, view.to_act, names)) : t("khan.do.agree");
    case "drive":
      return t("khan.do.drive", { realm: rest[0] });
    case "ruler":
      return t("khan.do.ruler", { realm: rest[0], square: rest[1] });
    case "discard":
      return t("khan.do.discard", { symbol: rest[0] });
    case "reserve":
      return t("khan.do.reserve", { piece: rest[0] });
    case "gods":
      return rest.length ? t("khan.do.gods_region", { region: rest[0] }) : t("khan.do.gods");
    case "pass":
      return t(view.phase === "special" ? "khan.do.end_turn" : "khan.do.pass");
    default:
      return t(`khan.do.${verb}`, { square: rest[0] ?? "" });
  }
}

const squaresOf = (things: Said<Khan>): string[] =>
  [things.square, things.origin, ...(things.squares ?? []), ...(things.blocked ?? []).map((one) => ("square" in one ? one.square : undefined))]
    .flatMap((square) => (square === undefined ? [] : [`square:${square}`]));

/** The territory that a piece is part of, by its first square and its size. */
function partOf({ seat, squares }: { seat: number; squares: readonly string[] }, pieces: readonly Piece[]): string {
  const territory = territoryOf(seat, squares[0]!, pieces);
  return t("khan.item.part", { square: territory[0], size: territory.length });
}

/** Refusals of an invasion that leave open which cards would do. */
const UNPAID = ["no_such_card", "wrong_symbol", "not_by_river", "not_at_edge"];

/** The cards with which a square can be invaded, where another was tried. */
function need(_view: View, action: string, refusal: string | null, board: Board): string | null {
  const [verb, square] = action.split(" ");
  if (verb !== "invade" || !UNPAID.includes(refusal ?? "")) return null;
  const symbols = board.squares.find((one) => one.square === square)?.symbols;
  return symbols ? t("khan.need.invade", { square, symbols: symbols.map(symbolName).join(", ") }) : null;
}

/** What happens by itself after a decision begins with one of these. */
const AFTERWARDS = ["nothing_more", "refilled", "drew", "turn"];

const game: GameClient<Khan> = {
  Table,
  asks,
  next: (_view, picked, left) => next(picked, left),
  label,
  tell,
  story,
  decided(events) {
    const end = events.findIndex(({ key }) => AFTERWARDS.includes(key));
    return end > 0 ? events.slice(0, end) : events;
  },
  flights,
  changed: (entry) => entry.events.flatMap(changedBy),
  touched(event) {
    const things: Said<Khan> = event.arguments;
    return [...squaresOf(things), ...(things.ruler ? [`ruler:${things.ruler}`] : []), ...(things.piece ? [`piece:${things.piece}`] : [])];
  },
  scored: ({ squares }) => squaresOf({ squares }),
  part: (item, { pieces }) => (item.kind === "piece" ? partOf(item, pieces) : null),
  item: (item) =>
    item.kind === "piece"
      ? t("khan.item.piece", { piece: item.piece, square: item.squares[0], shares: item.owners.length, full: item.full })
      : t("khan.item.territory", { place: item.place, sizes: item.sizes.join(", ") }),
  source: (item) => t(`khan.source.${item.kind === "piece" && item.owners.length > 1 ? "shared" : item.kind}`),
  buttons: (_view, actions) => BUTTONS.filter((one) => actions.includes(one)),
  listsChoices: false,
  attempt,
  isPlace: (id) => id.startsWith("square:"),
  need,
  needsConfirming: (_view, action) => CONFIRMED.has(action.split(" ")[0]!),
};
export default game;
