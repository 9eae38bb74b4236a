import type { Server } from 'node:http';

const LATE_MS = 400;

/**
 * Whether newcomers wait outside, where nobody sees them. Node.js takes in one connection a turn of its event loop; while
 * more is asked of the processor than it can do, turns are long, and whoever comes waits in the kernel for seconds. When
 * every turn has found somebody there for that long, those outside are more than can be served.
 */
export class AcceptBacklogMonitor {
  #somebodyCame = false;
  #crowdedSince: number | undefined;

  constructor(server: Server) {
    server.on('connection', () => {
      this.#somebodyCame = true;
      if (this.#crowdedSince !== undefined) return;
      this.#crowdedSince = performance.now();
      this.#lookAgain();
    });
  }

  get isCrowded(): boolean {
    return this.#crowdedSince !== undefined && performance.now() - this.#crowdedSince > LATE_MS;
  }

  /** Once a turn, for as long as each of them brings somebody. */
  #lookAgain(): void {
    setImmediate(() => {
      if (!this.#somebodyCame) this.#crowdedSince = undefined;
      else {
        this.#somebodyCame = false;
        this.#lookAgain();
      }
    });
  }
}
