import type { Server } from 'node:http';
import { MANY_ACCEPTED } from '../../host/listen.ts';

const LATE_MS = 400;

/**
 * Whether connections wait to be accepted, which nothing else shows. Node.js accepts one connection per socket and turn
 * of its event loop; under overload turns are long, and connections wait in the kernel for seconds. If every turn for
 * that long has found connections on many of the sockets, more clients connect than can be served.
 */
export class AcceptBacklogMonitor {
  #came = 0;
  #backloggedSince: number | undefined;

  /** @param many connections that a turn accepts where others are likely to wait */
  constructor(
    server: Server,
    private readonly many = MANY_ACCEPTED,
  ) {
    server.on('connection', () => {
      this.#came++;
      if (this.#backloggedSince !== undefined) return;
      this.#backloggedSince = performance.now();
      this.#lookAgain();
    });
  }

  get isBacklogged(): boolean {
    return this.#backloggedSince !== undefined && performance.now() - this.#backloggedSince > LATE_MS;
  }

  /** Once per turn, as long as each turn accepts many. */
  #lookAgain(): void {
    setImmediate(() => {
      const came = this.#came;
      this.#came = 0;
      if (came < this.many) this.#backloggedSince = undefined;
      else this.#lookAgain();
    });
  }
}
