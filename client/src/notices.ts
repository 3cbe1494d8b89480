// Notices while one is away: what one wants to be told, and this browser's subscription to its push service.

import { Denied, get, post, put, remove, type Schemas } from "./api/client";
import { stored } from "./local_store.svelte";
import { worker } from "./offline.svelte";

export type Notices = Schemas["Notices"];
export type NoticesWanted = Schemas["NoticesWanted"];
/** What there can be to tell. */
export const KINDS = ["turn", "over", "invited", "talk"] as const;

/** By what the server knows this browser. */
const own = stored<string | null>("push_device", null);
export const ownDevice = (): string | null => own.value;

/** Whether this browser can be told anything while the page is closed. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export const readNotices = (): Promise<Notices> => get<Notices>("/api/notices");
export const saveNotices = (wanted: NoticesWanted): Promise<Notices> => put<Notices>("/api/notices", wanted);
/** Send something at once; whether it arrives. */
export const tryOut = async (device: string | null): Promise<boolean> => (await post<Schemas["Tried"]>("/api/notices/trial", { device })).arrived;

/** Be told in this browser from now on: it asks whether it may. Null if not. */
export async function switchOn(key: string): Promise<Notices | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const found = await worker();
  if (!found) return null;
  const subscription = await subscribed(found.pushManager, key);
  const { p256dh, auth } = subscription.toJSON().keys ?? {};
  const device = { endpoint: subscription.endpoint, key: p256dh ?? "", secret: auth ?? "", name: nameOfBrowser() };
  const notices = await post<Notices>("/api/notices/devices", device);
  own.value = notices.here ?? null;
  return notices;
}

/** Be told nothing in a browser any more. */
export async function switchOff(device: string): Promise<Notices> {
  if (device === own.value) {
    own.value = null;
    const found = await navigator.serviceWorker?.getRegistration();
    await (await found?.pushManager.getSubscription())?.unsubscribe();
  }
  return remove<Notices>(`/api/notices/devices/${device}`);
}

/** A subscription with the server's key; one with another key is of no use any more. */
async function subscribed(manager: PushManager, key: string): Promise<PushSubscription> {
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(wanted);
  } catch (error) {
    const old = await manager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return manager.subscribe(wanted);
  }
}

/** What the browser is called in the list of one's devices. */
function nameOfBrowser(): string {
  const agent = navigator.userAgent;
  const browser = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((name) => agent.includes(name)) ?? "";
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"].find((name) => agent.includes(name)) ?? "";
  return [{ Edg: "Edge", OPR: "Opera" }[browser] ?? browser, system].filter(Boolean).join(", ");
}

/** What went wrong, in the reader's words if the server says so. */
export const troubleOf = (error: unknown): string => (error instanceof Denied ? error.problem.message : String(error));

/** Minutes since midnight as a field for times has them, and back. */
export const asTime = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
export function asMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
