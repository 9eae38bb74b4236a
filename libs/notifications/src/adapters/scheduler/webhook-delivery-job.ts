import { setTimeout as delay } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { BackgroundJobs, Candidacy } from '@furrow/jobs';
import type { DeliveryDispatcher } from '../../application/deliveries/delivery-dispatcher.ts';
import type { DeliveryQueue } from '../../application/ports.ts';

/** How often the event log is read while events occur; new deliveries are sent at once. */
const TICK_MS = 100;
/** How often it looks for deliveries of other processes and for retries, and for events when none occur. */
const DUE_TICKS = 5;
/** Where nothing has happened for this long, a look at the log every tick would cost more than all other work. */
const AWAKE_TICKS = 50;
const LONGEST_BACKOFF_MS = 5_000;
const SWEEP_MS = 10 * 60_000;
/** Slices of one sweep, so that a backlog does not grow faster than it is swept. */
const SWEEPS = 100;
/** How often events are looked for whose deliveries could not be made before. */
const SET_ASIDE_MS = 10_000;
/** Log entries per transaction. */
const FAN_OUT = 500;
const NOTHING = { acts: 0, deliveries: 0, isMore: false };
/** For attempts in flight when the process ends. */
const TIMEOUT_MS = 3_000;
/** For those that are then aborted, and for the release of their claims. */
const LAST_MS = 1_000;

/**
 * Sends webhooks in the background. One process creates deliveries for the entries of the event log; every process of the API
 * sends them, whichever claims a delivery first.
 */
@Injectable()
export class WebhookDeliveryJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(WebhookDeliveryJob.name);
  readonly #stopping = new AbortController();
  readonly #reading: Candidacy;
  #loop: Promise<unknown> = Promise.resolve();
  /** The last one whose look at the log found events; a process that starts expects none. */
  #lastEventfulTick = -AWAKE_TICKS;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly dispatcher: DeliveryDispatcher,
    jobs: BackgroundJobs,
    private readonly wait = (milliseconds: number, signal: AbortSignal): Promise<unknown> =>
      delay(milliseconds, undefined, { signal }),
  ) {
    this.#reading = jobs.candidateFor('event reading');
    jobs.add({ name: 'delivery sweep', everyMs: SWEEP_MS, run: () => this.#sweep() });
    jobs.add({ name: 'events set aside', everyMs: SET_ASIDE_MS, run: () => this.queue.takeUp() });
  }

  onApplicationBootstrap(): void {
    this.#loop = this.#sendForEver();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    const waiting = new AbortController();
    const after = (milliseconds: number) =>
      delay(milliseconds, undefined, { signal: waiting.signal }).catch(() => undefined);
    const deadline = after(TIMEOUT_MS);
    await Promise.race([this.#loop, deadline]);
    await this.dispatcher
      .stop(deadline, () => after(LAST_MS))
      .catch((error: unknown) =>
        this.#logger.warn(`webhooks in flight will be sent again when their claims expire: ${String(error)}`),
      );
    waiting.abort();
  }

  async #sendForEver(): Promise<void> {
    let failures = 0;
    for (let tick = 0; !this.#stopping.signal.aborted;) {
      const wasAwake = this.#isAwake(tick);
      // The next tick at which it does anything.
      const ticks = wasAwake ? 1 : DUE_TICKS - (tick % DUE_TICKS);
      try {
        const pause = this.#pause(ticks * TICK_MS);
        const isMore = await this.#tick(tick, pause);
        if (failures > 0) this.#logger.log('webhooks are sent again');
        failures = 0;
        const wakes = !wasAwake && this.#isAwake(tick);
        if (!isMore && !wakes) await pause;
      } catch (error) {
        if (failures++ === 0)
          this.#logger.warn(`webhooks are delayed and will be sent later: ${String(error)}`);
        await this.#pause(Math.min(TICK_MS * 2 ** failures, LONGEST_BACKOFF_MS));
      }
      tick += ticks;
    }
  }

  #isAwake(tick: number): boolean {
    return tick - this.#lastEventfulTick < AWAKE_TICKS;
  }

  /**
   * Claiming deliveries does not delay the reading of new events.
   * @returns whether there is more in the log
   */
  async #tick(tick: number, pause: Promise<unknown>): Promise<boolean> {
    const looksForDue = tick % DUE_TICKS === 0;
    const reads = this.#reading.isLeader && (looksForDue || this.#isAwake(tick));
    const { acts, deliveries, isMore } = reads ? await this.queue.fanOut(FAN_OUT) : NOTHING;
    if (acts > 0) this.#lastEventfulTick = tick;
    if (deliveries > 0 || looksForDue) await Promise.race([this.dispatcher.fill(), pause]);
    return isMore;
  }

  async #sweep(): Promise<void> {
    let removed = 0;
    for (let slice = 0; slice < SWEEPS && !this.#stopping.signal.aborted; slice++) {
      const swept = await this.queue.sweep();
      if (swept === 0) break;
      removed += swept;
    }
    if (removed > 0) this.#logger.log(`removed ${removed} old deliveries of webhooks`);
  }

  /** @returns false if the process ends */
  #pause(milliseconds: number): Promise<boolean> {
    return this.wait(milliseconds, this.#stopping.signal).then(
      () => true,
      () => false,
    );
  }
}
