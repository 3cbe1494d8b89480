// A game without a drawing of its own: the board as places, the view as tables, the actions as buttons.

import type { GameClient } from "../games/game";
import { recall } from "./offered";
import Table from "./Table.svelte";
import { type Fields, heading, say, sentence, thingsIn } from "./words";

export function plain(game: string): GameClient {
  return {
    Table,
    asks: (view) => ({ key: say(`${game}.ask.${view.phase}`, view) ? `${game}.ask.${view.phase}` : "ui.choose_action", args: view }),
    label: (_view, { action }) => heading(action),
    tell: (event, names) => sentence(`${game}.log.${event.key}`, event.arguments, names, "."),
    touched: (event) => thingsIn("", event.arguments),
    scored: (item) => thingsIn("", item),
    item(item) {
      const { kind, seat: _seat, points: _points, ...about }: Fields = item;
      return sentence(`${game}.item.${String(kind)}`, about, String);
    },
    buttons: () => [],
    attempt: (_view, picked) => recall(game, picked),
    needsConfirming: () => false,
  };
}
