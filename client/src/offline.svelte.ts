// Whether there is a network, and what is kept for when there is none.

import { get, type Schemas } from "./api/client";
import { keep } from "./kept";
import { stored } from "./local_store.svelte";
import { language } from "./words/index.svelte";

let away = $state(!navigator.onLine);
addEventListener("offline", () => (away = true));
addEventListener("online", () => (away = false));

/** Whether the device says that it has no network. */
export const offline = (): boolean => away;

const WORKER = "/worker.js";
const HERE = "lantern.here";
const visited = stored<boolean>("visited", false);

/** Keep the page for when there is no network: for who comes again, and for who has it as an app. */
export function keepPage(): void {
  const again = visited.value && sessionStorage.getItem(HERE) === null;
  visited.value = true;
  const known = Boolean(navigator.serviceWorker?.controller);
  if (known || again || matchMedia("(display-mode: standalone)").matches) void worker();
  else sessionStorage.setItem(HERE, "yes");
}

/** The worker that shows notices and opens the page offline; null where there can be none. */
export async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return null;
  try {
    await navigator.serviceWorker.register(WORKER);
    const found = await navigator.serviceWorker.ready;
    void keepTold().catch(() => undefined); // another time
    return found;
  } catch {
    return null; // a private window may have none
  }
}

/** Have the games and their words at hand, in the language that is spoken. */
async function keepTold(): Promise<void> {
  if (!navigator.onLine) return;
  const { games } = await get<{ games: Schemas["GameSheet"][] }>("/api/games");
  await keep(["/api/games", ...games.map((game) => `/api/games/${game.name}/words/${language()}`)]);
}
