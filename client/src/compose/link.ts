// A position in a link: packed into the fragment, which no server is told.

import { pressed, unpressed } from "../pressed";
import type { Position } from "./position";

/** What a link holds. */
interface Linked {
  position: Position;
  /** With whose eyes it is looked at. */
  seat: number | null;
}

/** A position as the fragment of an address. */
export const packed = (linked: Linked): Promise<string> => pressed(linked);

/** The position that a fragment holds; null if it holds none, such as half of one. */
export async function unpacked(fragment: string): Promise<Linked | null> {
  const { position, seat } = ((await unpressed(fragment)) ?? {}) as { position?: unknown; seat?: unknown };
  if (position === undefined || position === null || typeof position !== "object" || Array.isArray(position)) return null;
  return { position: position as Position, seat: typeof seat === "number" ? seat : null };
}
