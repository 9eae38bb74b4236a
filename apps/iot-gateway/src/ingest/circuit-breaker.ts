import { Database } from '@furrow/database';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';

const FIRST_PROBE_MS = 200;
const LONGEST_PROBE_MS = 2_000;

/**
 * Open while PostgreSQL is away or refuses writes: then only periodic probes are sent, and the first successful one
 * closes it.
 */
@Injectable()
export class CircuitBreaker implements OnModuleDestroy {
  readonly #logger = new Logger('ingest');
  /** Since when it is open, by `performance.now()`. */
  #openedAt: number | undefined;
  #isStopped = false;
  #probe: NodeJS.Timeout | undefined;
  #delay = FIRST_PROBE_MS;
  #waiting = new Set<() => void>();

  constructor(private readonly database: Database) {}

  get isOpen(): boolean {
    return this.#openedAt !== undefined;
  }

  /** For how long nothing could be stored; 0 while it can. */
  get openForSeconds(): number {
    return this.#openedAt === undefined ? 0 : (performance.now() - this.#openedAt) / 1_000;
  }

  /** Opens it after a failure to store. */
  trip(cause: unknown): void {
    if (this.isOpen) return;
    this.#openedAt = performance.now();
    this.#logger.error({ err: cause }, 'PostgreSQL is unavailable: readings wait and are not acknowledged');
    this.#probeLater();
  }

  /** After something was stored, so that the next opening probes soon. */
  reset(): void {
    this.#delay = FIRST_PROBE_MS;
  }

  /** Calls back when it closes. */
  whenClosed(resume: () => void): void {
    this.#waiting.add(resume);
  }

  forget(resume: () => void): void {
    this.#waiting.delete(resume);
  }

  onModuleDestroy(): void {
    this.#isStopped = true;
    clearTimeout(this.#probe);
  }

  #probeLater(): void {
    if (this.#isStopped) return;
    this.#probe = setTimeout(() => void this.#tryAgain(), this.#delay);
    this.#probe.unref();
    this.#delay = Math.min(this.#delay * 2, LONGEST_PROBE_MS);
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.database.checkReady();
    } catch {
      this.#probeLater();
      return;
    }
    this.#openedAt = undefined;
    this.#logger.log('PostgreSQL is available again: readings are stored again');
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const resume of waiting) resume();
  }
}
