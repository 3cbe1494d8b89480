// Sounds and notifications when something happens at a table.

import type { TableView } from "./api/client";
import { notifications, sounds } from "./local_store.svelte";
import { gameName, t } from "./words/index.svelte";

/** Tell of what changed at a table: a move, one's turn, the end. */
export function announce(before: TableView | null, now: TableView): void {
  if (before === null || before.version === now.version) return;
  const mine = now.to_act !== null && now.mine.includes(now.to_act);
  const wasMine = before.to_act !== null && before.mine.includes(before.to_act);
  if (now.status !== before.status && now.status !== "playing") ring("end");
  else if (mine && !wasMine) {
    ring("turn");
    notify(now);
  } else if (now.ply !== before.ply) ring("move");
}

let ears: AudioContext | null = null;
let silence: ReturnType<typeof setTimeout> | undefined;
/** Longer than any tune: then the device's sound may sleep. */
const SILENT_AFTER_MS = 2000;
const TUNES = { move: [392], turn: [523, 659], end: [523, 659, 784] } as const;

/** A short sound, made here so that nothing has to be loaded. */
function ring(what: keyof typeof TUNES): void {
  if (!sounds.value || !("AudioContext" in window) || !navigator.userActivation?.hasBeenActive) return;
  ears ??= new AudioContext();
  void ears.resume();
  clearTimeout(silence);
  silence = setTimeout(() => void ears?.suspend(), SILENT_AFTER_MS);
  TUNES[what].forEach((pitch, place) => {
    const tone = new OscillatorNode(ears!, { type: "triangle", frequency: pitch });
    const volume = new GainNode(ears!, { gain: 0 });
    const at = ears!.currentTime + place * 0.13;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(what === "move" ? 0.04 : 0.12, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
    tone.connect(volume).connect(ears!.destination);
    tone.start(at);
    tone.stop(at + 0.4);
  });
}

function notify(now: TableView): void {
  if (!notifications.value || !document.hidden || Notification.permission !== "granted") return;
  new Notification(gameName(now.game), { body: t("ui.your_turn"), tag: now.table, icon: "/lantern.svg" });
}
