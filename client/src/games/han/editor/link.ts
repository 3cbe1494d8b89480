// A map in a link, whole.

import { pressed, unpressed } from "../../../pressed";
import { readMapFile, type MapFile } from "./map_file";

/** A map as the letters of a link. */
export const packed = (file: MapFile): Promise<string> => pressed(file);

/** The map of a link; null if the link is damaged or holds something else. */
export async function unpacked(letters: string): Promise<MapFile | null> {
  return readMapFile(await unpressed(letters))?.file ?? null;
}
