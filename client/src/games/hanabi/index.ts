// Hanabi for the page.

import type { GameClient } from "../game";
import { keyOf } from "./cards";
import { flights } from "./flights";
import { advice, asksDiscards, attempt, changed, itemName, label, needsConfirming, next, reached, scored, story, tell, touched, unaided } from "./manners";
import Table from "./Table.svelte";
import type { Hanabi } from "./types";

const game: GameClient<Hanabi> = {
  Table,
  asks: (view) => ({ key: `hanabi.ask.${keyOf(view.phase)}`, args: { tokens: view.tokens, deck: view.deck } }),
  next,
  label,
  tell,
  story,
  touched,
  changed,
  flights,
  scored,
  item: itemName,
  reached,
  buttons: (_view, actions) => actions.filter((action) => action === "pass" || action === "decline"),
  listsChoices: false,
  attempt,
  advice,
  needsConfirming,
  unaided,
  asksItself: true,
  preferences: [{ key: "hanabi.ask_discards", kept: asksDiscards }],
};
export default game;
