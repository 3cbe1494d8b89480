// Hanabi for the page.

import { named, t } from "../../words/index.svelte";
import type { GameClient } from "..";
import { keyOf } from "./cards";
import { attempt, label, needsConfirming, tell, touched } from "./manners";
import Table from "./Table.svelte";

const game: GameClient = {
  Table,
  asks: (view) => ({ key: `hanabi.ask.${keyOf(view.phase)}`, args: { tokens: view.tokens, deck: view.deck } }),
  label,
  tell,
  touched,
  scored: (item) => [`firework:${item.of}`],
  item: (item) => t("hanabi.item.firework", { suit: named("hanabi", "suit", item.of), cards: item.cards }),
  buttons: (_view, actions) => actions.filter((action) => action === "pass" || action === "decline"),
  attempt,
  needsConfirming,
};
export default game;
