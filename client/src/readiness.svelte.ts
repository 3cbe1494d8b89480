// How far the server is with compiling its bots. Until it is done they play all the same, some of them as quicker ones do.

import { Denied, get, type Schemas } from "./api/client";

const POLL_MS = 2000;

export class Readiness {
  /** From 0 to 1; 1 too where nobody knows, for then there is nothing to show. */
  done = $state(1);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  /** See how far it is, and go on seeing until it is done, or the server does not say. */
  async follow(): Promise<void> {
    try {
      this.done = (await get<Schemas["Readiness"]>("/api/readiness")).done;
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      this.done = 1;
    }
    if (this.done < 1 && !this.closed) this.timer = setTimeout(() => void this.follow(), POLL_MS);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }
}
