// A match that was saved to a file: as the table exports it, or as the command line writes it.

export interface Saved {
  game: string;
  players: number;
  /** How many actions were played. */
  actions: number;
  /** How many of them stand when it goes on. */
  until: number;
  /** The file's match, as the server takes it. */
  match: string;
}

/** What a file holds; null if it is no saved match. */
export function readSaved(text: string): Saved | null {
  try {
    const file = JSON.parse(text) as { saved?: unknown };
    const match = typeof file.saved === "string" ? file.saved : text;
    const { game, options, actions } = JSON.parse(match) as { game?: unknown; options?: { players?: unknown }; actions?: unknown };
    const players = options?.players;
    if (typeof game !== "string" || typeof players !== "number" || !Array.isArray(actions)) return null;
    return { game, players, actions: actions.length, until: actions.length, match };
  } catch {
    return null;
  }
}
