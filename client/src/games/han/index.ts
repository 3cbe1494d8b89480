import type { GameClient } from "../game";
import { flights } from "./flights";
import { attempt } from "./moves";
import { asks, changed, item, label, need, next, partOf, scored, sourceOf, story, tell, touched } from "./speech";
import Table from "./Table.svelte";
import type { Han } from "./types";

const game: GameClient<Han> = {
  Table,
  asks,
  next,
  label,
  tell,
  story,
  touched,
  changed,
  flights,
  scored,
  item,
  part: partOf,
  source: sourceOf,
  buttons: (_view, actions) => ["end", "draw"].filter((action) => actions.includes(action)),
  attempt,
  need,
  isPlace: (id) => /^(space|dragon):/.test(id),
  needsConfirming: () => false,
  listsChoices: false,
};
export default game;
