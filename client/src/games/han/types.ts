// What the server sends of the game.

import type { Schemas } from "../../api/client";

export type Han = Schemas["han"];
export type Board = Han["board"];
export type View = Han["view"];
export type Item = Han["item"];
export type Standing = View["standing"][string];
