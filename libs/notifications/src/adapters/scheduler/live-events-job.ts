import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LiveEvents } from '../../application/live/live-events.ts';

const POLL_MS = 100;
const EXPIRE_MS = 1_000;
const HEARTBEAT_MS = 15_000;

/**
 * Drives the live events of a process, and ends their streams before the server waits for open requests on shutdown.
 */
@Injectable()
export class LiveEventsJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(LiveEventsJob.name);
  #timers: NodeJS.Timeout[] = [];
  #isFailing = false;

  constructor(private readonly events: LiveEvents) {}

  onApplicationBootstrap(): void {
    this.events.onListener = () => this.#start();
  }

  beforeApplicationShutdown(): void {
    this.events.onListener = () => undefined;
    this.#stop();
    this.events.close();
  }

  #start(): void {
    if (this.#timers.length > 0) return;
    this.#timers = [
      this.#every(POLL_MS, () => this.#poll()),
      this.#every(EXPIRE_MS, () => this.events.expire()),
      this.#every(HEARTBEAT_MS, () => this.events.heartbeat()),
    ];
  }

  #stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }

  #every(milliseconds: number, act: () => Promise<void> | void): NodeJS.Timeout {
    const run = async () => act();
    const report = (error: unknown) => this.#logger.error(error);
    return setInterval(() => void run().catch(report), milliseconds);
  }

  /** The poll that finds nobody listening is the last one. */
  async #poll(): Promise<void> {
    const { listenerCount } = this.events;
    try {
      await this.events.poll();
      this.#isFailing = false;
    } catch (error) {
      // Logged once: the next poll continues where this one failed.
      if (!this.#isFailing) this.#logger.warn(`live events are delayed: ${String(error)}`);
      this.#isFailing = true;
    }
    if (listenerCount === 0 && this.events.listenerCount === 0) this.#stop();
  }
}
