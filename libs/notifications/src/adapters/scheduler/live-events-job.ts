import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LiveEvents } from '../../application/live/live-events.ts';

const POLL_MS = 100;
const EXPIRE_MS = 1_000;
const BEAT_MS = 15_000;

/**
 * Drives the live events of a process, and ends their streams before the server waits for open requests on shutdown.
 */
@Injectable()
export class LiveEventsJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(LiveEventsJob.name);
  readonly #timers: NodeJS.Timeout[] = [];
  #isFailing = false;

  constructor(private readonly events: LiveEvents) {}

  onApplicationBootstrap(): void {
    this.#every(POLL_MS, () => this.#poll());
    this.#every(EXPIRE_MS, () => this.events.expire());
    this.#every(BEAT_MS, () => this.events.beat());
  }

  beforeApplicationShutdown(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.events.close();
  }

  #every(milliseconds: number, act: () => Promise<void> | void): void {
    const run = async () => act();
    const tell = (error: unknown) => this.#logger.error(error);
    this.#timers.push(setInterval(() => void run().catch(tell), milliseconds));
  }

  async #poll(): Promise<void> {
    try {
      await this.events.poll();
      this.#isFailing = false;
    } catch (error) {
      // Logged once: the next poll continues where this one failed.
      if (!this.#isFailing) this.#logger.warn(`live events are delayed: ${String(error)}`);
      this.#isFailing = true;
    }
  }
}
