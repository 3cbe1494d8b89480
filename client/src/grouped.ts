// Things that belong together.

/** Things by a word that each of them has, in the order in which the words come. */
export function grouped<T>(things: readonly T[], word: (thing: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const thing of things) found.set(word(thing), [...(found.get(word(thing)) ?? []), thing]);
  return [...found];
}
