// The show at the end: what is fired when, by what was built.

/** A rocket: when it bursts, in seconds, as what, how large, and where in the sky, from 0 to 1. */
export interface Shot {
  at: number;
  suit: string;
  size: number;
  x: number;
  y: number;
}
export interface Built {
  suit: string;
  cards: number;
}

const EVERY = 0.34;
const FIRST = 0.9;
const [VOLLEYS, BETWEEN] = [4, 0.75];
/** How long the last sparks glow. */
const GLOW = 2.6;

/** A shot for every card, the lowest first; and for a perfect game a finale of all fireworks at once. */
export function programme(built: readonly Built[], isPerfect: boolean): Shot[] {
  const highest = Math.max(0, ...built.map(({ cards }) => cards));
  const rounds = Array.from({ length: highest }, (_, round) => built.flatMap(({ suit, cards }, place) => (cards > round ? [{ suit, round, place }] : [])));
  const shots = rounds.flat().map(({ suit, round, place }, k) => ({ at: FIRST + k * EVERY, suit, size: 0.6 + 0.14 * round, ...spot(place, built.length, k) }));
  return isPerfect ? [...shots, ...finale(built, (shots.at(-1)?.at ?? 0) + 1.4)] : shots;
}

function finale(built: readonly Built[], from: number): Shot[] {
  const volleys = Array.from({ length: VOLLEYS }, (_, volley) => volley);
  return volleys.flatMap((volley) =>
    built.map(({ suit }, place) => ({ at: from + volley * BETWEEN + place * 0.06, suit, size: 1.35, ...spot(place + (volley % 2) * 0.4, built.length, volley * 3) })),
  );
}

/** Over its place among the fireworks, now higher, now lower. */
function spot(place: number, many: number, turn: number): { x: number; y: number } {
  return { x: (place + 0.5) / Math.max(1, many) + (((turn * 7) % 5) - 2) * 0.016, y: 0.2 + ((turn * 3) % 7) * 0.045 };
}

/** How many seconds the show takes. */
export function lengthOf(shots: readonly Shot[]): number {
  return Math.max(0, ...shots.map(({ at }) => at)) + GLOW;
}
