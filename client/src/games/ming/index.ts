// Ming Dynastie for the page: what is asked, told and scored, in words, and which things it is about.

import type { Action, Told } from "../../api/client";
import { type GameClient, type Names, SEAT_SHAPES, type Said } from "../game";
import { named, t } from "../../words/index.svelte";
import { changed, flights } from "./flights";
import { CARDS, districtName, districtsOf, isProvince, PROVINCES, provinceOf } from "./looks";
import { next } from "./next";
import { story, tell } from "./speech";
import Table from "./Table.svelte";
import type { Board, Item, Ming, View } from "./types";

const SIMPLE = ["pass", "stop"];

function asks(view: View): { key: string; args?: Record<string, unknown> } {
  const { scoring } = view;
  const acting = (view.to_act ?? 1) - 1;
  const here = view.princes[acting];
  return {
    key: `ming.ask.${view.phase.replace(" ", "_")}`,
    args: {
      members: view.to_place[acting] ?? 0,
      neutrals: scoring?.neutrals_back ?? 0,
      province: scoring?.province,
      district: here,
    },
  };
}

/** An action in words, as a button says it. */
function label(_view: View, { action }: Action<Ming>, names: Names): string {
  const [word, what = "", with_ = "", card = ""] = action.split(" ");
  switch (word) {
    case "neutral":
    case "prince":
    case "back":
      return t(`ming.do.${word}`, { district: what });
    case "member":
    case "take":
    case "dragon":
      return t(`ming.do.${word}`, { province: what });
    case "step":
      return t("ming.do.step", { district: what, card });
    case "stay":
      return t("ming.do.stay", { card: with_ });
    case "deploy":
      return t(with_ ? "ming.do.deploy_monastery" : "ming.do.deploy", { members: Number(what) });
    case "return":
      return t("ming.do.return", { members: Number(what) });
    case "start":
      return t("ming.do.start", { seat: Number(what) }, names);
    default:
      return t(`ming.do.${word}`);
  }
}

function touched(event: Told<Ming>): string[] {
  const said: Said<Ming> = event.arguments;
  const things: string[] = [];
  if (said.district) things.push(`district:${said.district}`);
  if (said.district && event.key === "deployed_monastery") things.push(`monastery:${said.district}`);
  const province = said.province ?? PROVINCES.find((one) => one === said.of);
  if (province && event.key !== "prince_placed") things.push(`space:${province}`);
  if (province && event.key.startsWith("took")) things.push(`card:${province}`);
  if (event.key === "dragon") things.push("dragons");
  if (said.of || event.key === "revealed") things.push(...(province ? districtsOf(province) : []).map((id) => `district:${id}`));
  return things;
}

function item(it: Item): string {
  const args: Record<string, unknown> = { tiles: 0, why: "", ...it };
  if (it.kind === "tile") Object.assign(args, { of: districtName(it.of), who: it.seat ? `${SEAT_SHAPES[it.seat - 1]}` : named("ming", "owner", "neutral") });
  const words = t(`ming.item.${it.kind}`, args);
  return it.when === "preview" ? t("ming.item.preview", { words }) : t("ming.item.scored", { words, round: it.round });
}

/** Single tiles and sets of them are added up together. */
function source({ kind }: Item): string {
  return t(`ming.source.${["single", "five", "set", "tile"].includes(kind) ? "tiles" : kind}`);
}

function scored(it: Item): string[] {
  if (it.kind === "tile") return [`district:${it.of}`, `palace:${it.of}`, `space:${provinceOf(it.of)}`];
  if (!isProvince(it.of)) return [];
  return [`space:${it.of}`, ...districtsOf(it.of).flatMap((id) => [`district:${id}`, `palace:${id}`])];
}

/** What somebody seems to want who clicked these things, so that the server can say why it can't be. */
function attempt(view: View, picked: readonly string[]): string | null {
  const find = (kind: string) => picked.find((id) => id.startsWith(`${kind}:`))?.slice(kind.length + 1);
  const hand = view.seat === null ? undefined : view.hands[view.seat - 1];
  const card = find("hand");
  const district = find("district") ?? find("palace");
  if (find("seat")) return `start ${find("seat")}`;
  if (find("return")) return `return ${find("return")}`;
  if (find("members")) return `deploy ${find("members")}`;
  if (find("monastery")) return "deploy 1 monastery";
  if (picked.includes("stay") || (card && !district)) return `stay with ${card ?? CARDS.find((kind) => typeof hand === "object" && hand[kind]) ?? "dragon"}`;
  if (district) {
    if (view.phase === "neutrals") return `neutral ${district}`;
    if (view.phase === "princes") return `prince ${district}`;
    if (view.phase.endsWith("back")) return `back ${district}`;
    return `step ${district} with ${card ?? "dragon"}`;
  }
  const space = find("space");
  if (find("card")) return `take ${find("card")}`;
  if (picked.includes("dragons") || (space && view.phase === "cards")) return `dragon ${space ?? "white"}`;
  if (space) return `member ${space}`;
  return SIMPLE.find((word) => picked.includes(word)) ?? null;
}

/** Refusals of a step that leave open what it costs. */
const UNPAID = ["wrong_symbol", "card_not_held"];

/** Which card a step would take that was refused. */
function need(view: View, action: string, refusal: string | null, board: Board): string | null {
  const [verb, district] = action.split(" ");
  const from = view.princes[(view.to_act ?? 0) - 1];
  if (verb !== "step" || !from || !UNPAID.includes(refusal ?? "")) return null;
  const border = board.borders.find(({ between }) => between.some((one) => one === from) && between.some((one) => one === district));
  return border ? t("ming.need.step", { district, card: border.symbol }) : null;
}

const game: GameClient<Ming> = {
  Table,
  asks,
  next: (_view, picked, left) => next(picked, left),
  label,
  tell,
  story,
  touched,
  flights,
  changed: (entry, _log, view) => entry.events.flatMap((event) => changed(event, view)),
  scored,
  item,
  source,
  attempt,
  need,
  isPlace: (id) => /^(district|monastery|space):/.test(id),
  buttons: (_view, actions) => actions.filter((action) => SIMPLE.includes(action)),
  quiet: (action) => action === "pass",
  listsChoices: false,
  // Where princes can go is what questions ask.
  unaided: (view, question) => (question ? { ...view, reach: [] } : view),
  // One click on a card or a space would otherwise give it away.
  needsConfirming: (_view, action) => /^(stay|dragon) /.test(action),
};
export default game;
