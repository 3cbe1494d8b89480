// What the administrator of the server says to all. At a table it comes by the table's socket; on every other page by one that
// only listens.

import type { Schemas } from "./api/client";
import { shutOut } from "./barred.svelte";
import { stored } from "./local_store.svelte";

type Bulletin = Schemas["Bulletin"];

const FIRST_MS = 800;
const LONGEST_MS = 120_000;
/** Timers take no longer spells. */
const MOST_MS = 2 ** 31 - 1;

let current = $state.raw<Bulletin | null>(null);
let over: ReturnType<typeof setTimeout> | undefined;
/** The one that was put away on this device. */
const away = stored<string | null>("bulletin", null);

/** What is to be read; null if nothing is, or it was put away. */
export const bulletin = (): Bulletin | null => (current && current.id !== away.value ? current : null);

/** The server says something to all, or takes it back. */
export function hear(said: Bulletin | null): void {
  clearTimeout(over);
  current = said;
  if (said && said.left_ms !== null && said.left_ms < MOST_MS) over = setTimeout(() => (current = null), said.left_ms);
}

/** It has been read. */
export function putAway(): void {
  away.value = current?.id ?? null;
}

/** Listen until the returned function is called; where nobody answers, ever more seldom. */
export function listen(open: (address: string) => WebSocket = (address) => new WebSocket(address)): () => void {
  let socket: WebSocket | null = null;
  let wait = FIRST_MS;
  let timer = setTimeout(connect, FIRST_MS);

  function connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const opened = (socket = open(`${scheme}://${location.host}/api/live`));
    opened.onopen = () => (wait = FIRST_MS);
    opened.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as Schemas["BulletinMessage"] | Schemas["YourTurnMessage"] | Schemas["ClosedMessage"];
      if (message.type === "bulletin") hear(message.bulletin);
      if (message.type === "closed" && message.error === "barred") shutOut(message.message);
    };
    opened.onclose = () => {
      if (socket !== opened) return;
      wait = Math.min(4 * wait, LONGEST_MS);
      timer = setTimeout(connect, wait * (0.5 + Math.random()));
    };
  }

  return () => {
    clearTimeout(timer);
    const opened = socket;
    socket = null;
    // A browser complains of a socket that is closed before it was open.
    if (opened?.readyState === WebSocket.CONNECTING) opened.onopen = () => opened.close();
    else opened?.close();
  };
}
