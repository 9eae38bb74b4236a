import type { Server } from 'node:http';

const LATE_MS = 400;

/**
 * Whether connections wait to be accepted, which nothing else shows. Node.js accepts one connection per turn of its
 * event loop; under overload turns are long, and connections wait in the kernel for seconds. If every turn has found a
 * connection for that long, more clients connect than can be served.
 */
export class AcceptBacklogMonitor {
  #somebodyCame = false;
  #backloggedSince: number | undefined;

  constructor(server: Server) {
    server.on('connection', () => {
      this.#somebodyCame = true;
      if (this.#backloggedSince !== undefined) return;
      this.#backloggedSince = performance.now();
      this.#lookAgain();
    });
  }

  get isBacklogged(): boolean {
    return this.#backloggedSince !== undefined && performance.now() - this.#backloggedSince > LATE_MS;
  }

  /** Once per turn, as long as each turn accepts a connection. */
  #lookAgain(): void {
    setImmediate(() => {
      if (!this.#somebodyCame) this.#backloggedSince = undefined;
      else {
        this.#somebodyCame = false;
        this.#lookAgain();
      }
    });
  }
}
