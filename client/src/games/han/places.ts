// The places of a map, with where and how they are drawn.

export type Point = readonly [number, number];
export const COLOURS = ["violet", "yellow", "orange", "green", "red"] as const;
export type Colour = (typeof COLOURS)[number];

export interface Province {
  id: string;
  name: string;
  colour: Colour;
  spaces: string[];
  dragon: Point | null;
  label: Point | null;
  labelSize: number;
  outline: Point[];
  /** Where its standing is written. */
  badge: Point | null;
}
export interface Space {
  id: string;
  provinces: string[];
  colours: Colour[];
  port: boolean;
  at: Point | null;
  /** How far the border between the two colours of a border space is turned, in degrees. */
  turned: number;
}
export interface Road {
  id: string;
  ends: [string, string];
  line: Point[];
}
export interface Alliance {
  number: number;
  between: [string, string];
  at: Point | null;
}
/** Something that only lies there. */
export interface Feature {
  kind: string;
  name: string;
  outline?: Point[];
  hole?: Point[];
  path?: Point[];
  label?: Point;
  names?: { name: string; at: Point; angle?: number }[];
  gates?: [number, number, "h" | "v"][];
}
export interface Land {
  name: string;
  display: number;
  size: Point;
  provinces: Province[];
  spaces: Space[];
  roads: Road[];
  alliances: Alliance[];
  features: Feature[];
  coast: Point[][];
  decor: { kind: string; at: Point; size: number; colour: Colour }[];
  /** The score track's cells; none where the map has no track. */
  track: { cells: Point[]; cell: Point } | null;
  /** Whether everything has a place to be drawn at. */
  drawable: boolean;
}

/** A map's file, as far as it is drawn; what a map of one's own leaves out is drawn plainly. */
export interface Drawing {
  name: string;
  display: number;
  size?: Point;
  provinces: { id: string; name: string; colour: Colour; dragon?: [number, number]; label?: Point; label_size?: number; outline?: Point[] }[];
  spaces: { id: string; provinces: string[]; at?: [number, number]; port?: boolean; normal?: Point }[];
  roads: [string, string, Point[]?][];
  alliances: { number: number; between: [string, string]; at?: Point }[];
  features?: Feature[];
  coast?: Point[][];
  decor?: { kind: string; at: Point; size: number }[];
  track?: { cells: Point[]; cell: Point };
}

/** The id of a road between two spaces, whichever way one goes. */
export function roadId(a: string, b: string): string {
  return `road:${[a, b].sort().join("-")}`;
}
