import type { Server } from 'node:http';

const LATE_MS = 400;

/**
 * Whether connections wait to be accepted, which nothing else shows. Node.js accepts one connection per turn of its
 * event loop; under overload turns are long, and connections wait in the kernel for seconds. If every turn has found a
 * connection for that long, more clients connect than can be served.
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

  /** Once per turn, as long as each turn accepts a connection. */
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
