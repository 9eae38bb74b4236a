import { Database } from '@furrow/platform';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';

const FIRST_PROBE_MS = 200;
const LONGEST_PROBE_MS = 2_000;

/** Whether readings can be stored. While PostgreSQL is away, or takes no writes, nothing is tried but a probe, now and then. */
@Injectable()
export class DatabaseGate implements OnModuleDestroy {
  readonly #logger = new Logger('ingest');
  #open = true;
  #closedAt = 0;
  #stopped = false;
  #probe: NodeJS.Timeout | undefined;
  #delay = FIRST_PROBE_MS;
  #waiting = new Set<() => void>();

  constructor(private readonly database: Database) {}

  get isOpen(): boolean {
    return this.#open;
  }

  /** For how long nothing could be stored by now; 0 while it can. */
  get closedForSeconds(): number {
    return this.#open ? 0 : (performance.now() - this.#closedAt) / 1_000;
  }

  /** Somebody could not store anything. */
  close(cause: unknown): void {
    if (!this.#open) return;
    this.#open = false;
    this.#closedAt = performance.now();
    this.#logger.error({ err: cause }, 'PostgreSQL is away: readings wait, and nothing is acknowledged');
    this.#probeLater();
  }

  /** Somebody could store something. */
  confirm(): void {
    this.#delay = FIRST_PROBE_MS;
  }

  /** Calls back when it opens. */
  whenOpen(resume: () => void): void {
    this.#waiting.add(resume);
  }

  forget(resume: () => void): void {
    this.#waiting.delete(resume);
  }

  onModuleDestroy(): void {
    this.#stopped = true;
    clearTimeout(this.#probe);
  }

  #probeLater(): void {
    if (this.#stopped) return;
    this.#probe = setTimeout(() => void this.#look(), this.#delay);
    this.#probe.unref();
    this.#delay = Math.min(this.#delay * 2, LONGEST_PROBE_MS);
  }

  async #look(): Promise<void> {
    try {
      await this.database.checkReady();
    } catch {
      this.#probeLater();
      return;
    }
    this.#open = true;
    this.#logger.log('PostgreSQL is back: readings are stored again');
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const resume of waiting) resume();
  }
}
