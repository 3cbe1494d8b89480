// Where in the page one is: the address is the truth.

export type Route =
  | { page: "start"; from: Moment | null }
  | { page: "table"; id: string; key: string | null; again: boolean; ply: number | null; watch: boolean }
  | { page: "rules"; game: string; clause: string | null }
  | { page: "games" }
  | { page: "me"; key: string }
  | { page: "unknown" };

/** A moment of a match. */
export type Moment = { match: string; ply: number };

function read(): Route {
  const [, first, second] = location.pathname.split("/");
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (first === "table" && second) {
    const ply = fragment.get("ply");
    return { page: "table", id: second, key: fragment.get("key"), again: fragment.has("again"), ply: ply === null ? null : Number(ply), watch: fragment.has("watch") };
  }
  if (first === "rules" && second) return { page: "rules", game: second, clause: location.hash.slice(1) || null };
  if (first === "games" && !second) return { page: "games" };
  const key = fragment.get("key");
  if (first === "me" && !second && key !== null) return { page: "me", key };
  if (location.pathname !== "/") return { page: "unknown" };
  const match = fragment.get("match");
  return { page: "start", from: match === null ? null : { match, ply: Number(fragment.get("ply")) } };
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
