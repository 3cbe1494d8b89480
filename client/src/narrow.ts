// Choosing by narrowing: every click on a thing leaves the actions that touch all things clicked so far.
// The client knows no rules; it knows which actions are legal and which things each of them touches.

interface Touching {
  touches: readonly string[];
}

/** Whether a touches list holds every one of some ids, as often as it is named. */
function holds(touches: readonly string[], ids: readonly string[]): boolean {
  const left = [...touches];
  return ids.every((id) => {
    const place = left.indexOf(id);
    if (place < 0) return false;
    left.splice(place, 1);
    return true;
  });
}

/** The actions that touch all of some things. */
export function narrowed<A extends Touching>(actions: readonly A[], picked: readonly string[]): A[] {
  return actions.filter((action) => holds(action.touches, picked));
}

/** The things that can be picked next: those that some action left still touches beyond what is picked. */
export function choices(actions: readonly Touching[], picked: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const { touches } of narrowed(actions, picked)) {
    for (const id of touches) if (holds(touches, [...picked, id])) found.add(id);
  }
  return found;
}

/** The things that lead somewhere from a fresh start. */
export function openings(actions: readonly Touching[]): Set<string> {
  return choices(actions, []);
}

export type Picked =
  | { kind: "picked"; picked: string[] } // several actions are left
  | { kind: "decided"; picked: string[]; action: string } // one is left
  | { kind: "impossible"; picked: string[] }; // none ever was: the click is answered with a reason

/** What sort of thing one is, such as "hand" of "hand:junk". */
const sortOf = (id: string): string => id.split(":", 1)[0]!;

/**
 * What a click on a thing means after others. A thing picked already is let go; a thing that does not go with those
 * picked takes the place of those of its sort, or begins anew; but a place on the board stands back while it does not
 * go with what is picked, and is as impossible as a thing that nothing legal touches.
 */
export function pick(
  actions: readonly (Touching & { action: string })[],
  picked: readonly string[],
  id: string,
  isPlace: (id: string) => boolean = () => false,
): Picked {
  if (picked.includes(id) && !choices(actions, picked).has(id)) {
    return { kind: "picked", picked: picked.filter((other) => other !== id) };
  }
  const others = picked.filter((other) => sortOf(other) !== sortOf(id));
  const anew = others.length && isPlace(id) ? [] : [[id]];
  for (const next of [[...picked, id], [...others, id], ...anew]) {
    const left = narrowed(actions, next);
    if (left.length === 1) return { kind: "decided", picked: next, action: left[0]!.action };
    if (left.length > 1) return { kind: "picked", picked: next };
  }
  return { kind: "impossible", picked: [...picked, id] };
}
