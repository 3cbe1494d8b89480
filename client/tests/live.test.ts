import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TableView } from "../src/api/client";
import { LiveTable, type Listener, Story } from "../src/api/live";

const [CONNECTING, OPEN, CLOSED] = [0, 1, 3];

/** A socket whose other side is the test. */
class FakeSocket {
  static readonly OPEN = OPEN;
  readyState = CONNECTING;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly address: string) {}

  send(words: string): void {
    this.sent.push(words);
  }
  close(): void {
    this.readyState = CLOSED;
  }
  /** The server answers the call. */
  accept(): this {
    this.readyState = OPEN;
    this.onopen?.();
    return this;
  }
  tell(message: object): this {
    this.onmessage?.({ data: JSON.stringify(message) });
    return this;
  }
  /** The line breaks. */
  breakOff(): void {
    this.readyState = CLOSED;
    this.onclose?.();
  }
  asked(name: string): string | null {
    return new URL(this.address).searchParams.get(name);
  }
}

const entry = (ply: number, words = "") => ({ ply, seat: 1, action: `${ply}${words}`, events: [] });
const told = (version: number) => ({ version, kind: "chat", seat: 1, data: { text: `words ${version}` } });

/** A view as the server sends it, with what is new. */
function view(version: number, keep = 0, log: object[] = [], talk: object[] = []): TableView {
  return { version, keep, log, talk, seat: 1, status: "playing" } as unknown as TableView;
}
const message = (...of: Parameters<typeof view>): object => ({ type: "table", ...view(...of) });

let sockets: FakeSocket[];
let heard: { [name in keyof Listener]: ReturnType<typeof vi.fn> };
const last = (): FakeSocket => sockets.at(-1)!;
const lastView = (): TableView => heard.table.mock.lastCall![0] as TableView;

function sitDown(seat: number | null = null): LiveTable {
  return new LiveTable("t1", heard as unknown as Listener, seat, (address) => {
    sockets.push(new FakeSocket(address));
    return last() as unknown as WebSocket;
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5); // waits as they are meant, without jitter
  vi.stubGlobal("location", { protocol: "http:", host: "lantern.test" });
  vi.stubGlobal("WebSocket", FakeSocket);
  sockets = [];
  heard = { table: vi.fn(), presence: vi.fn(), preparing: vi.fn(), connected: vi.fn(), closed: vi.fn() };
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a story", () => {
  it("grows by what is new", () => {
    const story = new Story();
    story.take(view(3, 0, [entry(1), entry(2)], [told(1)]));
    const whole = story.take(view(5, 2, [entry(3)], [told(4)]));
    expect(whole.log).toEqual([entry(1), entry(2), entry(3)]);
    expect(whole.talk).toEqual([told(1), told(4)]);
    expect(whole.keep).toBe(0);
    expect(story.version).toBe(5);
  });
  it("takes back what an undo took back", () => {
    const story = new Story();
    story.take(view(3, 0, [entry(1), entry(2), entry(3)], [told(2)]));
    expect(story.take(view(4, 1)).log).toEqual([entry(1)]);
    expect(story.take(view(5, 1, [entry(2, " otherwise")])).log).toEqual([entry(1), entry(2, " otherwise")]);
    expect(story.talk).toEqual([told(2)]);
  });
  it("is told anew when nothing is kept", () => {
    const story = new Story();
    story.take(view(3, 0, [entry(1), entry(2)], [told(1)]));
    expect(story.take(view(3, 0, [entry(1, " seen")])).log).toEqual([entry(1, " seen")]);
  });
  it("tells no talk twice", () => {
    const story = new Story();
    story.take(view(3, 0, [], [told(1), told(3)]));
    expect(story.take(view(4, 0, [], [told(1), told(3), told(4)])).talk).toEqual([told(1), told(3), told(4)]);
  });
  it("changes no view it gave before", () => {
    const story = new Story();
    const before = story.take(view(1, 0, [entry(1)], [told(1)]));
    story.take(view(2, 1, [entry(2)], [told(2)]));
    expect(before.log).toEqual([entry(1)]);
    expect(before.talk).toEqual([told(1)]);
  });
});

describe("a table, live", () => {
  it("asks for everything at first, with the seat if one is named, else for no hand that others at the device may not see", () => {
    sitDown();
    expect(last().address).toBe("ws://lantern.test/api/tables/t1/live?since=0&curtain=true");
    sitDown(2);
    expect([last().asked("seat"), last().asked("curtain")]).toEqual(["2", null]);
  });
  it("calls safely where the page came safely", () => {
    vi.stubGlobal("location", { protocol: "https:", host: "lantern.test" });
    sitDown();
    expect(last().address).toMatch(/^wss:/);
  });
  it("puts the views together and passes on who is here and which bot gets ready", () => {
    sitDown();
    last().accept().tell(message(2, 0, [entry(1)], [told(1)])).tell(message(3, 1, [entry(2)]));
    expect(heard.connected).toHaveBeenLastCalledWith(true);
    expect(lastView().log).toEqual([entry(1), entry(2)]);
    expect(lastView().talk).toEqual([told(1)]);
    last().tell({ type: "presence", table: "t1", seats: [1, 3], spectators: 2 });
    expect(heard.presence).toHaveBeenCalledWith([1, 3], 2);
    last().tell({ type: "preparing", bot: "expert" });
    expect(heard.preparing).toHaveBeenCalledWith("expert");
  });
  it("makes nothing of an answer to a ping, nor of what it does not know", () => {
    sitDown();
    last().accept().tell({ type: "pong", version: 1 }).tell({ type: "news" });
    for (const listener of Object.values(heard)) expect(listener).not.toHaveBeenCalled();
  });
});

describe("what comes right after something was done", () => {
  let paint: () => void;
  /** Somebody who has just done something, which is still to be painted. */
  function act(): LiveTable {
    const live = new LiveTable(
      "t1",
      heard as unknown as Listener,
      null,
      (address) => {
        sockets.push(new FakeSocket(address));
        return last() as unknown as WebSocket;
      },
      (then) => (paint = then),
    );
    last().accept().tell(message(1));
    live.letPaint();
    return live;
  }
  const versions = (): number[] => heard.table.mock.calls.map(([view]) => (view as TableView).version);

  it("is taken once that has been painted, all of it and in its order", () => {
    act();
    last().tell(message(2, 0, [entry(1)])).tell({ type: "preparing", bot: "expert" }).tell(message(3, 1, [entry(2)]));
    expect([versions(), heard.preparing.mock.calls]).toEqual([[1], []]);
    paint();
    expect([versions(), heard.preparing.mock.calls]).toEqual([[1, 2, 3], [["expert"]]]);
    expect(lastView().log).toEqual([entry(1), entry(2)]);
    last().tell(message(4, 2));
    expect(versions()).toEqual([1, 2, 3, 4]);
  });
  it("waits no longer for something else that was done meanwhile", () => {
    const live = act();
    const first = paint;
    live.letPaint();
    expect(paint).toBe(first);
  });
  it("is a sign of life at once", () => {
    act();
    vi.advanceTimersByTime(2400);
    last().tell(message(2));
    vi.advanceTimersByTime(2400);
    expect(last().sent).toEqual([]);
  });
  it("is forgotten where one looks from elsewhere by then", () => {
    const live = act();
    last().tell(message(2));
    live.lookFrom(2);
    paint();
    expect(versions()).toEqual([1]);
  });
  it("is told again where the line broke by then", () => {
    act();
    last().tell(message(2)).breakOff();
    paint();
    vi.advanceTimersByTime(300);
    expect([versions(), last().asked("since")]).toEqual([[1], "1"]);
  });
});

describe("a line that breaks", () => {
  it("is taken up where the story stopped", () => {
    sitDown(2);
    last().accept().tell(message(7, 0, [entry(1), entry(2)], [told(4)])).breakOff();
    expect(heard.connected).toHaveBeenLastCalledWith(false);
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
    expect([last().asked("since"), last().asked("seat")]).toEqual(["7", "2"]);
    last().accept().tell(message(8, 2, [entry(3)], [told(8)]));
    expect(heard.connected).toHaveBeenLastCalledWith(true);
    expect(lastView().log.map(({ ply }) => ply)).toEqual([1, 2, 3]);
    expect(lastView().talk).toEqual([told(4), told(8)]);
  });
  it("is tried again after ever longer waits, up to eight seconds", () => {
    sitDown();
    for (const wait of [300, 600, 1200, 2400, 4800, 8000, 8000]) {
      const calls = sockets.length;
      last().breakOff();
      vi.advanceTimersByTime(wait - 1);
      expect(sockets).toHaveLength(calls);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(calls + 1);
    }
  });
  it("is tried again after a time that chance shortens or lengthens by half at most", () => {
    for (const [chance, wait] of [[0, 150], [1, 450]] as const) {
      vi.mocked(Math.random).mockReturnValue(chance);
      const live = sitDown();
      const calls = sockets.length;
      last().breakOff();
      vi.advanceTimersByTime(wait - 1);
      expect(sockets).toHaveLength(calls);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(calls + 1);
      live.close();
    }
  });
  it("is waited for briefly again once a view has come, but not if the call was only answered", () => {
    sitDown();
    last().breakOff();
    vi.advanceTimersByTime(300);
    last().accept().breakOff();
    vi.advanceTimersByTime(599);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    last().accept().tell(message(1)).breakOff();
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(4);
  });
  it("is taken up at once when the server is known to be there", () => {
    const live = sitDown();
    last().accept().tell(message(7));
    live.hurry();
    expect(sockets).toHaveLength(1);
    last().breakOff();
    live.hurry();
    expect(sockets).toHaveLength(2);
    expect(last().asked("since")).toBe("7");
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(2);
    live.close();
    live.hurry();
    expect(sockets).toHaveLength(2);
  });
  it("says nothing more, though it may speak", () => {
    sitDown();
    const first = last().accept();
    first.breakOff();
    vi.advanceTimersByTime(300);
    first.tell(message(9));
    first.breakOff();
    expect(heard.table).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    expect(sockets).toHaveLength(2);
  });
});

describe("a silent line", () => {
  const PING = '{"type":"ping"}';

  it("is asked after two and a half seconds, and again until it answers", () => {
    sitDown();
    last().accept();
    vi.advanceTimersByTime(2499);
    expect(last().sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(last().sent).toEqual([PING]);
    vi.advanceTimersByTime(2500);
    expect(last().sent).toEqual([PING, PING]);
  });
  it("is not asked while it speaks", () => {
    sitDown();
    last().accept();
    for (let version = 1; version <= 10; version++) {
      vi.advanceTimersByTime(2000);
      last().tell(message(version));
    }
    expect(last().sent).toEqual([]);
  });
  it("is given up after nine seconds", () => {
    sitDown();
    const silent = last().accept().tell(message(4));
    vi.advanceTimersByTime(8999);
    expect(heard.connected).toHaveBeenLastCalledWith(true);
    vi.advanceTimersByTime(1);
    expect(heard.connected).toHaveBeenLastCalledWith(false);
    expect(silent.readyState).toBe(CLOSED);
    vi.advanceTimersByTime(300);
    expect(last()).not.toBe(silent);
    expect(last().asked("since")).toBe("4");
  });
  it("is asked at once when it is doubted, and given up a second later", () => {
    const live = sitDown();
    last().accept().tell(message(4));
    live.doubt();
    expect(last().sent).toEqual([PING]);
    vi.advanceTimersByTime(999);
    expect(heard.connected).toHaveBeenLastCalledWith(true);
    vi.advanceTimersByTime(1);
    expect(heard.connected).toHaveBeenLastCalledWith(false);
    live.doubt();
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
  });
  it("is kept when it is doubted and answers", () => {
    const live = sitDown();
    last().accept().tell(message(4));
    live.doubt();
    vi.advanceTimersByTime(900);
    last().tell({ type: "pong", version: 4 });
    vi.advanceTimersByTime(2499);
    expect(last().sent).toEqual([PING]);
    expect(heard.connected).not.toHaveBeenCalledWith(false);
  });
  it("has no longer to answer because it is doubted", () => {
    const live = sitDown();
    last().accept().tell(message(4));
    vi.advanceTimersByTime(8500);
    live.doubt();
    vi.advanceTimersByTime(500);
    expect(heard.connected).toHaveBeenLastCalledWith(false);
  });
  it("is kept as long as it answers", () => {
    sitDown();
    last().accept().tell(message(1));
    for (let times = 0; times < 20; times++) {
      vi.advanceTimersByTime(8000);
      last().tell({ type: "pong", version: 1 });
    }
    expect(sockets).toHaveLength(1);
    expect(heard.connected).not.toHaveBeenCalledWith(false);
  });
  it("is given up also when the call is never answered, and nothing is said into it", () => {
    sitDown();
    vi.advanceTimersByTime(9000);
    expect(last().readyState).toBe(CLOSED);
    expect(last().sent).toEqual([]);
    expect(heard.connected).toHaveBeenLastCalledWith(false);
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
  });
  it("is asked first when the page has slept", () => {
    sitDown();
    last().accept().tell(message(1));
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(2500);
    expect(last().sent).toEqual([PING]);
    expect(heard.connected).toHaveBeenLastCalledWith(true);
    last().tell({ type: "pong", version: 1 });
    vi.advanceTimersByTime(2500);
    expect(sockets).toHaveLength(1);
  });
});

describe("the end", () => {
  it("is for good when the server says why", () => {
    sitDown();
    last().accept().tell({ type: "closed", error: "no_table", message: "There is no such table." });
    expect(heard.closed).toHaveBeenCalledWith("no_table", "There is no such table.");
    expect(last().readyState).toBe(CLOSED);
    last().breakOff();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(heard.connected).not.toHaveBeenCalled();
  });
  it("is for good when the page closes the table, whenever that is", () => {
    const live = sitDown();
    last().accept().tell(message(1));
    live.close();
    expect(last().readyState).toBe(CLOSED);
    last().tell(message(2));
    last().breakOff();
    const waiting = sitDown();
    last().breakOff();
    waiting.close();
    live.lookFrom(2);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
    expect(heard.table).toHaveBeenCalledTimes(1);
  });
  it("leaves no timer running", () => {
    const live = sitDown();
    last().accept().tell(message(1));
    live.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("looking from another seat", () => {
  it("tells everything anew, and nothing more of the old seat", () => {
    const live = sitDown(1);
    const old = last().accept().tell(message(5, 0, [entry(1), entry(2)], [told(3)]));
    live.lookFrom(2);
    expect(old.readyState).toBe(CLOSED);
    expect([last().asked("since"), last().asked("seat")]).toEqual(["0", "2"]);
    old.tell(message(6, 2, [entry(3)]));
    expect(heard.table).toHaveBeenCalledTimes(1);
    last().accept().tell(message(5, 0, [entry(1, " by 2")], [told(3)]));
    expect(lastView().log).toEqual([entry(1, " by 2")]);
    expect(lastView().talk).toEqual([told(3)]);
    old.breakOff();
    expect(heard.connected).not.toHaveBeenCalledWith(false);
    live.lookFrom(null);
    expect(last().asked("seat")).toBeNull();
  });
  it("does not wait for a line that is lost", () => {
    const live = sitDown(1);
    last().breakOff();
    live.lookFrom(2);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(2000);
    expect(sockets).toHaveLength(2);
  });
  it("is possible after one was shown the door, and comes back by itself from then on", () => {
    const live = sitDown();
    last().accept().tell({ type: "closed", error: "no_spectators", message: "" });
    live.lookFrom(null);
    last().accept().tell(message(1)).breakOff();
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(3);
  });
});
