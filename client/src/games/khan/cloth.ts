// What the pieces of the seats are made of: a weave for each, which tells them apart where colours do not.

/** [seat - 1] the weave of a seat's cloth in a square of 16 by 16: dots, stripes, zigzags, lozenges. */
export const CLOTHS: readonly string[] = [
  "M4 1.700a2.3 2.3 0 1 0 .01 0ZM12 9.700a2.3 2.3 0 1 0 .01 0Z",
  "M0 1h16v3H0ZM0 9h16v3H0Z",
  "M0 9 4 3l4 6 4-6 4 6v4l-4-6-4 6-4-6-4 6Z",
  "M8 1l6 7-6 7-6-7ZM8 5 5.5 8 8 11l2.5-3Z",
];

/** How the cloths of several owners of a piece share its squares, place by place in reading order: by turns. */
export function ownerOf(owners: readonly number[], place: number): number {
  return owners[place % owners.length]!;
}
