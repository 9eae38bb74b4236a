import { setTimeout as delay } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { DeliveryDispatcher } from '../../application/deliveries/delivery-dispatcher.ts';
import type { DeliveryQueue } from '../../application/ports.ts';

/** How often the event log is read; new deliveries are sent at once. */
const BEAT_MS = 100;
/** How often it looks for deliveries of other processes, and for retries. */
const DUE_BEATS = 5;
const LONGEST_BACKOFF_MS = 5_000;
const SWEEP_MS = 10 * 60_000;
/** Log entries per transaction. */
const FAN_OUT = 500;
/** How long the shutdown waits for attempts in flight. */
const PATIENCE_MS = 3_000;

/** Sends webhooks in the background of every API process; each delivery goes to the process that claims it first. */
@Injectable()
export class WebhookDeliveryJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(WebhookDeliveryJob.name);
  readonly #stopping = new AbortController();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly dispatcher: DeliveryDispatcher,
  ) {}

  onApplicationBootstrap(): void {
    this.#loops = Promise.all([this.#sendForEver(), this.#sweepForEver()]);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    await this.#loops;
    const patience = new AbortController();
    await this.dispatcher
      .stop(delay(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined))
      .catch((error: unknown) =>
        this.#logger.warn(`webhooks in flight are sent again when their claims end: ${String(error)}`),
      );
    patience.abort();
  }

  async #sendForEver(): Promise<void> {
    let failures = 0;
    for (let beat = 0; !this.#stopping.signal.aborted; beat++) {
      try {
        const pause = this.#pause(BEAT_MS);
        const isMore = await this.#beat(beat % DUE_BEATS === 0, pause);
        if (failures > 0) this.#logger.log('webhooks are sent again');
        failures = 0;
        if (!isMore) await pause;
      } catch (error) {
        if (failures++ === 0) this.#logger.warn(`webhooks wait and will be sent: ${String(error)}`);
        await this.#pause(Math.min(BEAT_MS * 2 ** failures, LONGEST_BACKOFF_MS));
      }
    }
  }

  /**
   * Claiming deliveries does not delay the reading of new events.
   * @returns whether there is more in the log
   */
  async #beat(looksForDue: boolean, pause: Promise<unknown>): Promise<boolean> {
    const { events, deliveries } = await this.queue.fanOut(FAN_OUT);
    if (deliveries > 0 || looksForDue) await Promise.race([this.dispatcher.fill(), pause]);
    return events === FAN_OUT;
  }

  async #sweepForEver(): Promise<void> {
    while (await this.#pause(SWEEP_MS * (0.5 + Math.random()))) {
      try {
        const removed = await this.queue.sweep();
        if (removed > 0) this.#logger.log(`removed ${removed} old deliveries of webhooks`);
      } catch (error) {
        this.#logger.warn(`old deliveries of webhooks will be removed later: ${String(error)}`);
      }
    }
  }

  /** @returns false if the process ends */
  #pause(milliseconds: number): Promise<boolean> {
    return delay(milliseconds, true, { signal: this.#stopping.signal }).catch(() => false);
  }
}
