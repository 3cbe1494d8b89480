// Rules as data: chapters of numbered clauses, a file for each game and language.

export interface Chapter {
  title: string;
  /** Drawn by the game, with what it shows in words. */
  picture?: { name: string; caption: string };
  clauses: { id: string; text: string }[];
}

const FILES = import.meta.glob<{ default: Chapter[] }>("./games/*/rules.*.json");

/** Whether the page has the rules of a game. */
export const hasRules = (game: string): boolean => `./games/${game}/rules.en.json` in FILES;

export async function loadRules(game: string, language: string): Promise<Chapter[]> {
  const load = FILES[`./games/${game}/rules.${language}.json`] ?? FILES[`./games/${game}/rules.en.json`];
  return load ? (await load()).default : [];
}
