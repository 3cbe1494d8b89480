// Where in the page one is: the address is the truth.

export type Route =
  | { page: "start"; from: Moment | null }
  | { page: "table"; id: string; key: string | null; again: boolean; ply: number | null; watch: boolean }
  | { page: "rules"; game: string; clause: string | null }
  | { page: "compose"; game: string; link: string | null; from: Moment | null }
  | { page: "games" }
  | { page: "admin" }
  | { page: "puzzles"; game: string | null }
  | { page: "puzzle"; game: string; name: string }
  | { page: "me"; key: string }
  | { page: "maps"; game: string; shared: string | null }
  | { page: "unknown" };

/** A moment of a match. */
export type Moment = { match: string; ply: number };

function read(): Route {
  const [, first, second, third, fourth] = location.pathname.split("/");
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (first === "table" && second) {
    const ply = fragment.get("ply");
    return { page: "table", id: second, key: fragment.get("key"), again: fragment.has("again"), ply: ply === null ? null : Number(ply), watch: fragment.has("watch") };
  }
  if (first === "rules" && second) return { page: "rules", game: second, clause: location.hash.slice(1) || null };
  if (first === "maps" && second) return { page: "maps", game: second, shared: fragment.get("map") };
  if (first === "puzzles" && !third) return { page: "puzzles", game: second || null };
  if (first === "puzzles" && second && third && !fourth) return { page: "puzzle", game: second, name: third };
  if (first === "compose" && second) return { page: "compose", game: second, link: fragment.get("position"), from: momentIn(fragment) };
  if (first === "games" && !second) return { page: "games" };
  if (first === "admin" && !second) return { page: "admin" };
  const key = fragment.get("key");
  if (first === "me" && !second && key !== null) return { page: "me", key };
  if (location.pathname !== "/") return { page: "unknown" };
  return { page: "start", from: momentIn(fragment) };
}

function momentIn(fragment: URLSearchParams): Moment | null {
  const match = fragment.get("match");
  return match === null ? null : { match, ply: Number(fragment.get("ply")) };
}

let place = $state.raw<Route>(read());
addEventListener("popstate", () => (place = read()));

export function route(): Route {
  return place;
}

/** Go to an address within the page. */
export function go(address: string): void {
  history.pushState(null, "", address);
  place = read();
  scrollTo(0, 0);
}

/** Go to an address in place of this one: the way back leads past it. */
export function moveOn(address: string): void {
  history.replaceState(null, "", address);
  place = read();
}

/** Write an address without going anywhere: for what should survive a reload. */
export function note(address: string): void {
  history.replaceState(null, "", address);
}

/** Follow links within the page without loading it again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.origin !== location.origin || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.pathname.startsWith("/api")) return;
  event.preventDefault();
  go(link.pathname + link.hash);
}
