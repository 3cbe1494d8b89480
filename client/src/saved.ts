// A match that was saved to a file: as the table exports it, or as the command line writes it.

export interface Saved {
  game: string;
  players: number;
  /** The file's match, as the server takes it. */
  match: string;
}

/** What a file holds; null if it is no saved match. */
export function readSaved(text: string): Saved | null {
  try {
    const file = JSON.parse(text) as { saved?: unknown };
    const match = typeof file.saved === "string" ? file.saved : text;
    const { game, options } = JSON.parse(match) as { game?: unknown; options?: { players?: unknown } };
    const players = options?.players;
    return typeof game === "string" && typeof players === "number" ? { game, players, match } : null;
  } catch {
    return null;
  }
}
