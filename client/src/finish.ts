// How a match ended, as the page shows it: who came where, and what everybody's points are made of.

import type { AnyGame, Review } from "./api/client";

type Item = AnyGame["item"];
type Result = NonNullable<NonNullable<AnyGame["view"]>["result"]>;

/** A seat by its place, from 1. */
export interface Placed {
  seat: number;
  place: number;
  points: number;
}

/** Where points came from: how many each seat has of it, in the order of the seats asked about. */
export interface Source {
  name: string;
  points: number[];
}

/** Everybody by place, the best first: who won is before who only has as many points, and others who tie share a place. */
export function placed(result: Result | null | undefined): Placed[] {
  if (!result || !("winners" in result)) return [];
  const { winners, scores } = result;
  const wins = (seat: number): number => Number(winners.includes(seat));
  const found = scores.map((points, index) => ({ seat: index + 1, points }));
  found.sort((one, other) => wins(other.seat) - wins(one.seat) || other.points - one.points || one.seat - other.seat);
  const same = (one: (typeof found)[number], other: (typeof found)[number]): boolean =>
    wins(one.seat) === wins(other.seat) && (wins(one.seat) === 1 || one.points === other.points);
  return found.map((one) => ({ ...one, place: 1 + found.findIndex((other) => same(one, other)) }));
}

/** As they stand on a podium: the best in the middle, the second to the left, the third to the right. */
export function onPodium(places: readonly Placed[]): Placed[] {
  const [first, second, third] = places;
  return [second, first, third].filter((one) => one !== undefined);
}

/** What points are made of, as a game names it; what came to nothing is left out. */
export function sources(items: readonly Item[], seats: readonly number[], nameOf: (item: Item) => string): Source[] {
  const found = new Map<string, number[]>();
  for (const item of items) {
    const column = "seat" in item ? seats.indexOf(item.seat!) : -1;
    if (column < 0 || !item.points) continue;
    const name = nameOf(item);
    const points = found.get(name) ?? seats.map(() => 0);
    points[column]! += item.points;
    found.set(name, points);
  }
  return [...found].map(([name, points]) => ({ name, points }));
}

/** The moment at which a match turned most; undefined if it never did. */
export function turningPoint({ turning_points: points }: Review): Review["turning_points"][number] | undefined {
  const far = (point: Review["turning_points"][number]): number => Math.abs(point.change);
  return points.reduce<(typeof points)[number] | undefined>((most, one) => (most && far(most) >= far(one) ? most : one), undefined);
}
