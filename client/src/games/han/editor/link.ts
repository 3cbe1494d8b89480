// A map in a link, whole.

import { pressed, unpressed } from "../../../pressed";
import { readSheet, type Sheet } from "./sheet";

/** A map as the letters of a link. */
export const packed = (sheet: Sheet): Promise<string> => pressed(sheet);

/** The map of a link; null if the link is damaged or holds something else. */
export async function unpacked(letters: string): Promise<Sheet | null> {
  return readSheet(await unpressed(letters))?.sheet ?? null;
}
