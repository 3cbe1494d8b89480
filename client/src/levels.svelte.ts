// The bots that people choose from, by how well they play.

import { get, type GameSheet, insist } from "./api/client";
import { stored } from "./local_store.svelte";
import { has, t } from "./words/index.svelte";

export interface Bot {
  level: string;
  /** How long it thinks about a move; null if its name does not say. */
  seconds: number | null;
}

/** How long people may let a bot think that thinks. */
export const SECONDS = [0.3, 1, 3, 10] as const;

/** The bot that one likes to play with; the usual one if there is no such level, its usual time if none is named. */
const liked = stored<Bot>("bot", { level: "", seconds: null });

/** A bot's level and time by the name that the server knows it by. */
export function readBot(name: string): Bot {
  const [kind, ...settings] = name.split(":");
  const seconds = settings.find((one) => one.startsWith("seconds="))?.slice(8);
  return { level: kind!, seconds: seconds === undefined ? null : Number(seconds) };
}

/** Whether a level has a word. */
export const isNamed = (level: string): boolean => has(`bot.${level}`);

/** A level in a word. */
export function levelName(level: string): string {
  return isNamed(level) ? t(`bot.${level}`) : level;
}

/** How a level plays a game. */
export function howItPlays(game: string, level: string): string {
  return t(has(`${game}.level.${level}`) ? `${game}.level.${level}` : `level.${level}`);
}

/** What stands beside a bot's name: how well it plays, and how long it thinks if somebody has said so. */
export function tagOf(name: string): string {
  const { level, seconds } = readBot(name);
  const tag = t("ui.seat_bot", { bot: levelName(level) });
  return seconds === null ? tag : `${tag} · ${t("ui.seconds", { seconds })}`;
}

/** The levels of a game as one chooses among them. */
export class Levels {
  constructor(private readonly sheet: GameSheet) {}

  /** Weakest first. */
  get names(): string[] {
    return this.sheet.bots.map((bot) => bot.name);
  }

  /** The level that is chosen. */
  get chosen(): string {
    return this.names.includes(liked.value.level) ? liked.value.level : this.sheet.usual_bot;
  }
  set chosen(level: string) {
    liked.value = { ...liked.value, level };
  }

  /** How long a bot shall think that thinks. */
  get seconds(): number {
    return liked.value.seconds ?? this.sheet.bots.find((bot) => bot.seconds !== null)?.seconds ?? 1;
  }
  set seconds(seconds: number) {
    liked.value = { ...liked.value, seconds };
  }

  /** Whether a level thinks for a time that can be set. */
  thinks(level: string): boolean {
    return this.usualTime(level) !== null;
  }

  /** The name by which the server knows a bot of a level that thinks as long as is chosen. */
  bot(level: string = this.chosen): string {
    const usual = this.usualTime(level);
    return usual === null || usual === this.seconds ? level : `${level}:seconds=${this.seconds}`;
  }

  private usualTime(level: string): number | null {
    return this.sheet.bots.find((bot) => bot.name === level)?.seconds ?? null;
  }
}

/** The levels of a game, for who has no sheet of it at hand. */
export async function levelsOf(game: string): Promise<Levels> {
  const { games } = await insist(() => get<{ games: GameSheet[] }>("/api/games"));
  return new Levels(games.find((one) => one.name === game)!);
}
