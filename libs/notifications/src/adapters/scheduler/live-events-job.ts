import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LiveEvents } from '../../application/live/live-events.ts';

const POLL_MS = 100;
const EXPIRE_MS = 1_000;
const BEAT_MS = 15_000;

/**
 * Drives the live events of a process, and ends their streams before the server waits for open requests on shutdown.
 */
@Injectable()
export class LiveEventsJob implements BeforeApplicationShutdown {
  readonly #logger = new Logger(LiveEventsJob.name);
  #isFailing = false;

  constructor(private readonly events: LiveEvents) {}

  @Interval(POLL_MS)
  async poll(): Promise<void> {
    try {
      await this.events.poll();
      this.#isFailing = false;
    } catch (error) {
      // Logged once: the next poll continues where this one failed.
      if (!this.#isFailing) this.#logger.warn(`live events are delayed: ${String(error)}`);
      this.#isFailing = true;
    }
  }

  @Interval(EXPIRE_MS)
  expire(): void {
    this.events.expire();
  }

  @Interval(BEAT_MS)
  beat(): Promise<void> {
    return this.events.beat();
  }

  beforeApplicationShutdown(): void {
    this.events.close();
  }
}
