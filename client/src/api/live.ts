// A table, live: whole views over a socket, the log and the talk put together from what is new in each.

import { hear } from "../bulletin.svelte";
import { afterPaint } from "../painting";
import { type AnyGame, eyes, type PlyLog, type Schemas, type TableView, type Talk } from "./client";

type Message<G extends AnyGame> =
  | (TableView<G> & { type: "table" })
  | Schemas["PresenceMessage"]
  | Schemas["PreparingMessage"]
  | Schemas["BulletinMessage"]
  | Schemas["PongMessage"]
  | Schemas["ClosedMessage"]
  | Schemas["YourTurnMessage"];

export interface Listener<G extends AnyGame = AnyGame> {
  /** The table as it stands, with the whole log and talk. */
  table(view: TableView<G>): void;
  presence(seats: number[], spectators: number): void;
  /** The bot to move is being made ready; null when it is. */
  preparing(bot: string | null): void;
  /** Whether news arrives; while it does not, the last view stays. */
  connected(is: boolean): void;
  /** Nothing more will come. */
  closed(error: string, message: string): void;
}

/** Log and talk as they grow by views that carry only what is new. */
export class Story<G extends AnyGame = AnyGame> {
  log: PlyLog<G>[] = [];
  talk: Talk[] = [];
  version = 0;

  /** A view with everything that is in the story after it. */
  take(view: TableView<G>): TableView<G> {
    this.log = [...this.log.slice(0, view.keep), ...view.log];
    const last = this.talk.at(-1)?.version ?? 0;
    this.talk = [...this.talk, ...view.talk.filter((told) => told.version > last)];
    this.version = view.version;
    return { ...view, keep: 0, log: this.log, talk: this.talk };
  }
}

const IDLE_MS = 2500;
const LOST_MS = 9000;
const ANSWER_MS = LOST_MS - IDLE_MS;
/** How long the server may take to answer once something suggests that it can't be reached. */
const DOUBT_MS = 1000;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;

/** A socket that comes back by itself. */
export class LiveTable<G extends AnyGame = AnyGame> {
  private socket: WebSocket | null = null;
  private story = new Story<G>();
  /** When the server was first asked since it was last heard; null if it has not been. */
  private askedAt: number | null = null;
  private wait = FIRST_WAIT_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What came while something is still to be painted, in its order; null while nothing is. */
  private held: (() => void)[] | null = null;
  private ended = false;
  /** Whether one was shown the door: nobody calls again until one looks from elsewhere. */
  private shut = false;

  constructor(
    private readonly table: string,
    private readonly listener: Listener<G>,
    private seat: number | null = null,
    private readonly open: (address: string) => WebSocket = (address) => new WebSocket(address),
    private readonly painted: (then: () => void) => void = afterPaint,
  ) {
    this.connect();
  }

  /** Look from another seat: everything is told anew. */
  lookFrom(seat: number | null): void {
    if (this.ended) return;
    this.seat = seat;
    this.shut = false;
    this.story = new Story<G>();
    this.drop();
    this.connect();
  }

  /** The server is known to be there: do not wait any longer to call it again. */
  hurry(): void {
    if (this.ended || this.shut || this.socket) return;
    this.wait = FIRST_WAIT_MS;
    this.connect();
  }

  /** Something suggests that the server can't be reached: ask it now, and give the socket up if no answer comes soon. */
  doubt(): void {
    const socket = this.socket;
    if (!socket) return;
    this.askedAt = Math.min(this.askedAt ?? Infinity, Date.now() - ANSWER_MS + DOUBT_MS);
    this.question(socket);
    this.watch(socket);
  }

  /** Let what somebody has just done be seen before what comes of it is drawn, however soon the server answers. */
  letPaint(): void {
    if (this.held) return;
    const held: (() => void)[] = (this.held = []);
    this.painted(() => {
      this.held = null;
      for (const hear of held) hear();
    });
  }

  /** Stop for good. */
  close(): void {
    this.ended = true;
    this.drop();
  }

  private connect(): void {
    const query = new URLSearchParams({ since: String(this.story.version), ...eyes(this.seat) });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = this.open(`${scheme}://${location.host}/api/tables/${this.table}/live?${query}`);
    this.socket = socket;
    socket.onopen = () => this.noticed(socket);
    socket.onmessage = (event) => {
      this.noticed(socket);
      const hear = (): void => this.hear(socket, JSON.parse(event.data as string) as Message<G>);
      if (this.held) this.held.push(hear);
      else hear();
    };
    socket.onclose = () => this.lost(socket);
    this.noticed(socket);
  }

  /** The socket has shown life. */
  private noticed(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.askedAt = null;
    this.watch(socket);
  }

  /** Ask whether the server is there when it has been silent, and give the socket up when it does not answer. */
  private watch(socket: WebSocket): void {
    const patience = this.askedAt === null ? IDLE_MS : this.askedAt + ANSWER_MS - Date.now();
    this.later(Math.min(IDLE_MS, patience), () => {
      // The time counts from the question, for the timers of a hidden page come late.
      if (this.askedAt !== null && Date.now() - this.askedAt >= ANSWER_MS) {
        this.lost(socket);
        return;
      }
      this.askedAt ??= Date.now();
      this.question(socket);
      this.watch(socket);
    });
  }

  /** Ask whether the server is there. */
  private question(socket: WebSocket): void {
    if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
  }

  private hear(socket: WebSocket, message: Message<G>): void {
    if (socket !== this.socket) return;
    if (message.type === "table") {
      this.wait = FIRST_WAIT_MS;
      this.listener.connected(true);
      this.listener.table(this.story.take(message));
    } else if (message.type === "presence") {
      this.listener.presence(message.seats, message.spectators);
    } else if (message.type === "preparing") {
      this.listener.preparing(message.bot);
    } else if (message.type === "bulletin") {
      hear(message.bulletin);
    } else if (message.type === "closed") {
      this.shut = true;
      this.drop();
      this.listener.closed(message.error, message.message);
    }
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.drop();
    this.listener.connected(false);
    this.later(this.wait * (0.5 + Math.random()), () => this.connect());
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  private drop(): void {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    // A browser complains of a socket that is closed before it was open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }

  private later(ms: number, work: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(work, ms);
  }
}
