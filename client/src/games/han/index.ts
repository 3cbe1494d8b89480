import type { GameClient } from "../game";
import { attempt } from "./moves";
import { asks, item, label, scored, story, tell, touched } from "./speech";
import Table from "./Table.svelte";
import type { Han } from "./types";

const game: GameClient<Han> = {
  Table,
  asks,
  label,
  tell,
  story,
  touched,
  scored,
  item,
  buttons: (_view, actions) => ["end", "draw"].filter((action) => actions.includes(action)),
  attempt,
  needsConfirming: () => false,
  listsChoices: false,
};
export default game;
