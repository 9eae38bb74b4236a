import { setTimeout as sleep } from 'node:timers/promises';
import { CountDeviceErrors, type DeviceContext } from '@furrow/telemetry';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { DatabaseBreaker } from './database-breaker.ts';

/** A killed gateway loses what it counted in this time. */
const WRITTEN_EVERY_MS = 10_000;
const LAST_WRITE_WITHIN_MS = 2_000;

/** Writes what is counted of errors, of all companies at once, and only when there is something to write. */
@Injectable()
export class ErrorCounts implements BeforeApplicationShutdown {
  readonly #logger = new Logger('errors');
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly counts: CountDeviceErrors,
    private readonly breaker: DatabaseBreaker,
  ) {}

  add(device: DeviceContext, count: number, lastCode: string): void {
    this.counts.add(device, count, lastCode);
    this.#writeLater();
  }

  /** Whatever was received is stored or rejected by now. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.race([this.#write(), sleep(LAST_WRITE_WITHIN_MS, undefined, { ref: false })]);
  }

  #writeLater(): void {
    this.#timer ??= setTimeout(() => void this.#writeOnce(), WRITTEN_EVERY_MS).unref();
  }

  async #writeOnce(): Promise<void> {
    await this.#write();
    this.#timer = undefined;
    if (!this.counts.isEmpty) this.#writeLater();
  }

  async #write(): Promise<void> {
    // While PostgreSQL is away, a write would wait for a connection before others.
    if (this.breaker.isOpen) return;
    try {
      await this.counts.write();
    } catch (error) {
      this.#logger.error({ err: error }, 'counts of errors could not be stored and are lost');
    }
  }
}
