// What the server sends of the game.

import type { Schemas } from "../../api/client";

export type Ming = Schemas["ming"];
export type Board = Ming["board"];
export type View = Ming["view"];
export type Item = Ming["item"];
export type Province = Board["provinces"][number];
export type District = Board["districts"][number];
/** What is drawn of the board. */
export type Ground = Pick<Board, "provinces" | "districts" | "borders" | "scenery">;
/** What is drawn of a view on the map. */
export type Position = Pick<View, "phase" | "to_act" | "princes" | "open" | "neutrals" | "monasteries" | "palaces" | "neutral_palaces" | "scoring" | "breakdown"> & Partial<Pick<View, "reach">>;
