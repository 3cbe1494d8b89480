import { beforeEach, expect, it, vi } from "vitest";

vi.useFakeTimers();
const kept = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
vi.stubGlobal("location", { protocol: "https:", host: "lantern.test" });
vi.stubGlobal("WebSocket", { CONNECTING: 0, OPEN: 1 });
const { bulletin, hear, listen, putAway } = await import("../src/bulletin.svelte");

class FakeSocket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  close = vi.fn();
  constructor(readonly address: string) {}
}
let sockets: FakeSocket[];
const open = (address: string): WebSocket => {
  sockets.push(new FakeSocket(address));
  return sockets.at(-1) as unknown as WebSocket;
};
const said = (id: string, left_ms: number | null = null) => ({ id, text: `words ${id}`, left_ms });

beforeEach(() => {
  sockets = [];
  hear(null);
});

it("is shown until its time is over, or it is taken back", () => {
  hear(said("a", 5000));
  expect(bulletin()?.text).toBe("words a");
  vi.advanceTimersByTime(5001);
  expect(bulletin()).toBeNull();
  hear(said("b"));
  vi.advanceTimersByTime(10 ** 9);
  expect(bulletin()?.id).toBe("b");
  hear(null);
  expect(bulletin()).toBeNull();
});

it("stays away when it was put away, and another one comes", () => {
  hear(said("c"));
  putAway();
  hear(said("c"));
  expect(bulletin()).toBeNull();
  hear(said("d"));
  expect(bulletin()?.id).toBe("d");
});

it("is listened for, ever more seldom where nobody answers, until one is at a table", () => {
  const stop = listen(open);
  vi.advanceTimersByTime(1000);
  expect(sockets.map(({ address }) => address)).toEqual(["wss://lantern.test/api/live"]);
  sockets[0]!.onmessage!({ data: JSON.stringify({ type: "bulletin", bulletin: said("e") }) });
  sockets[0]!.onmessage!({ data: JSON.stringify({ type: "your_turn", table: "t", seat: 1, version: 3 }) });
  expect(bulletin()?.id).toBe("e");
  for (let tries = 0; tries < 6; tries++) {
    sockets.at(-1)!.onclose!();
    vi.advanceTimersByTime(180_000);
  }
  expect(sockets.length).toBe(7);
  const last = sockets.at(-1)!;
  stop();
  expect(last.close).not.toHaveBeenCalled();
  last.onopen!();
  expect(last.close).toHaveBeenCalled();
  vi.advanceTimersByTime(10 ** 6);
  expect(sockets.length).toBe(7);
});
