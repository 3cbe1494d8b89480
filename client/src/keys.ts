// What a key asks for at a table, whatever alphabet and layout the keyboard has.

export type Wish = "undo" | "suggestion" | "earlier" | "later";

const BY_NAME: Record<string, Wish> = {
  u: "undo", h: "suggestion", "[": "earlier", "]": "later", ArrowLeft: "earlier", ArrowRight: "later",
};
/** Where those signs are on most keyboards, for alphabets that have others there. */
const BY_PLACE: Record<string, Wish> = { KeyU: "undo", KeyH: "suggestion", BracketLeft: "earlier", BracketRight: "later" };
const PLAIN = /^[ -~]$/;
/** What has a use for the arrows and for letters of its own. */
const OWN_KEYS = "input, textarea, select";
/** What has a use for the arrows alone. */
const OWN_ARROWS = "[role=tab]";

/** What somebody wishes who pressed a key; null if nothing that is known here. */
export function wished(event: KeyboardEvent): Wish | null {
  const own = event.key.startsWith("Arrow") ? `${OWN_KEYS}, ${OWN_ARROWS}` : OWN_KEYS;
  if (event.defaultPrevented || (event.target as Element).closest(own)) return null;
  // Who writes a bracket with AltGr holds Ctrl and Alt, as far as some systems say.
  const commands = event.metaKey || event.ctrlKey || event.altKey;
  if (commands && !event.getModifierState("AltGraph")) return null;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return BY_NAME[name] ?? (PLAIN.test(name) ? null : (BY_PLACE[event.code] ?? null));
}
