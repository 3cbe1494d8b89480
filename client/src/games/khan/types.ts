// What the server sends of the game.

import type { Schemas } from "../../api/client";

export type Khan = Schemas["khan"];
export type Board = Khan["board"];
export type View = Khan["view"];
export type Item = Khan["item"];
export type Square = Board["squares"][number];
export type Piece = View["pieces"][number];
export type Yurts = View["yurts"];
/** What a conquest brings. */
export type Gain = NonNullable<Khan["gain"]>;
