// What the server sends of the game.

import type { Schemas } from "../../api/client";

export type Hanabi = Schemas["hanabi"];
export type Board = Hanabi["board"];
export type View = Hanabi["view"];
export type Item = Hanabi["item"];
