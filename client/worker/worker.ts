// The service worker: it shows notices while no page is open, and opens the page where there is no network.
//
// It keeps the files of the page, and passes by whatever is asked of the server: what of that is there offline, the page
// keeps itself (src/kept.ts).

declare const self: ServiceWorkerGlobalScope;
/** All files of the page, and a name for just these; the build writes them here. */
declare const __FILES__: string[];
declare const __VERSION__: string;

const FILES = __FILES__;
const PAGE = `page ${__VERSION__}`;
const START = "/";
/** How long to wait for the server before the page is opened without it. */
const PATIENCE_MS = 4000;

interface Notice {
  title: string;
  text: string;
  link: string;
}

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

async function install(): Promise<void> {
  const cache = await caches.open(PAGE);
  await cache.addAll([START, ...FILES]);
  await self.skipWaiting();
}

self.addEventListener("activate", (event) => {
  event.waitUntil(clear());
});

/** Let go of the files of older versions. */
async function clear(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("page ") && name !== PAGE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (FILES.includes(address.pathname)) event.respondWith(file(request));
});

/** A page: the server's, or where it can't be had, the start of the client, which decides by the address what it shows. */
async function openPage(request: Request): Promise<Response> {
  try {
    return await soon(fetch(request));
  } catch {
    return (await caches.match(START)) ?? Response.error();
  }
}

/** A file of the page; its name says which version it is. */
async function file(request: Request): Promise<Response> {
  return (await (await caches.open(PAGE)).match(request)) ?? fetch(request);
}

function soon(answer: Promise<Response>): Promise<Response> {
  return Promise.race([answer, new Promise<never>((_, fail) => setTimeout(() => fail(new Error("late")), PATIENCE_MS))]);
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as Notice));
});

/** Show a notice, in place of an older one about the same. */
async function show({ title, text, link }: Notice): Promise<void> {
  await self.registration.showNotification(title, { body: text, tag: link, icon: "/icons/192.png", badge: "/icons/192.png", data: link });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data as string));
});

/** Go to the page that shows it, or open one. */
async function open(link: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === link);
  if (there) await there.focus();
  else await self.clients.openWindow(link);
}

export {};
