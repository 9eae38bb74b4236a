import type { Clock } from '@furrow/kernel';
import { judge, type RetrySchedule, signedHeaders } from '../../domain/index.ts';
import type { ClaimedDelivery, DeliveryQueue, DeliveryResult, WebhookSender } from '../ports.ts';

/** Maximum number of concurrent attempts of a process. */
const IN_FLIGHT = 1_000;
const PER_COMPANY = 200;
const PER_WEBHOOK = 64;
const PER_CLAIM = 250;

/** Is notified of the outcome of each attempt. */
export interface DeliveryObserver {
  /** @param seconds the duration of the attempt */
  attempted(outcome: 'delivered' | 'retried' | 'failed', seconds: number): void;
  /** This many results could not be recorded; the deliveries are sent again when their claims end. */
  unrecorded(count: number): void;
}

/**
 * Sends due deliveries within limits for each webhook, each company and the process, so that a slow receiver delays
 * nobody else. Results are recorded in batches: while one batch is written, the next one collects.
 */
export class DeliveryDispatcher {
  readonly #webhooks = new Map<string, number>();
  readonly #companies = new Map<string, number>();
  readonly #inFlight = new Map<ClaimedDelivery, Promise<void>>();
  readonly #aborting = new AbortController();
  #results: DeliveryResult[] = [];
  #recording: Promise<void> | undefined;
  #filling: Promise<void> | undefined;
  /** How often `fill` was called: what becomes due or free during a claim is not part of that claim. */
  #asks = 0;
  /** Whether there may be due deliveries beyond the limits. */
  #isMore = false;
  #isStopped = false;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    private readonly schedule: RetrySchedule,
    private readonly observer: DeliveryObserver,
  ) {}

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Claims all due deliveries within the limits, and starts to send them. */
  fill(): Promise<void> {
    this.#asks++;
    this.#filling ??= this.#fill().finally(() => (this.#filling = undefined));
    return this.#filling;
  }

  /** Resolves when everything started is sent and recorded. */
  async settled(): Promise<void> {
    while (this.#filling || this.#inFlight.size > 0 || this.#recording)
      await Promise.allSettled([this.#filling, ...this.#inFlight.values(), this.#recording]);
  }

  /** Starts nothing more, and releases attempts that have not ended before `deadline` to other processes. */
  async stop(deadline: Promise<unknown>): Promise<void> {
    this.#isStopped = true;
    await Promise.race([this.settled(), deadline]);
    const unfinished = [...this.#inFlight.keys()];
    this.#aborting.abort();
    await this.settled();
    if (unfinished.length > 0) await this.queue.release(unfinished);
  }

  async #fill(): Promise<void> {
    while (!this.#isStopped) {
      const limit = Math.min(PER_CLAIM, IN_FLIGHT - this.#inFlight.size);
      if (limit <= 0) {
        this.#isMore = true;
        return;
      }
      const asks = this.#asks;
      const claimed = await this.queue.claim({
        ...{ limit, perWebhook: PER_WEBHOOK, perCompany: PER_COMPANY },
        ...{ webhooks: this.#webhooks, companies: this.#companies },
      });
      this.#isMore = claimed.length > 0 || this.#isFull;
      for (const delivery of claimed) this.#begin(delivery);
      if (claimed.length === 0 && asks === this.#asks) return;
    }
  }

  get #isFull(): boolean {
    const fullAt = (bound: number, counts: ReadonlyMap<string, number>) =>
      [...counts.values()].some((inFlight) => inFlight >= bound);
    return fullAt(PER_WEBHOOK, this.#webhooks) || fullAt(PER_COMPANY, this.#companies);
  }

  #begin(delivery: ClaimedDelivery): void {
    const { webhookId, companyId } = delivery;
    count(this.#webhooks, webhookId, 1);
    count(this.#companies, companyId, 1);
    const sending = this.#send(delivery).finally(() => {
      count(this.#webhooks, webhookId, -1);
      count(this.#companies, companyId, -1);
      this.#inFlight.delete(delivery);
    });
    this.#inFlight.set(delivery, sending);
  }

  async #send(delivery: ClaimedDelivery): Promise<void> {
    const { deliveryId, url, body, secrets, failures } = delivery;
    const at = this.clock.now();
    const headers = {
      'content-type': 'application/json',
      ...signedHeaders({ id: deliveryId, body }, secrets, at),
    };
    const answer = await this.sender.send({ url, headers, body }, this.#aborting.signal);
    // An attempt aborted by the end of the process does not count.
    if (this.#aborting.signal.aborted && answer.status === null) return;
    const judged = judge(
      answer,
      { at, failures, now: this.clock.now() },
      { schedule: this.schedule, random: Math.random() },
    );
    const { status } = judged.consequence;
    this.observer.attempted(status === 'pending' ? 'retried' : status, answer.duration / 1_000);
    this.#results.push({ delivery, ...judged });
    this.#recording ??= this.#record().finally(() => (this.#recording = undefined));
  }

  async #record(): Promise<void> {
    while (this.#results.length > 0) {
      const results = this.#results;
      this.#results = [];
      try {
        await this.queue.record(results);
      } catch {
        // Receivers recognize repeats by their ids.
        this.observer.unrecorded(results.length);
      }
      // There is room now for waiting deliveries, and a receiver that failed gets one at a time.
      const isNext = this.#isMore || results.some(hasFailed);
      // An error is logged by the next run.
      if (isNext && !this.#isStopped) this.fill().catch(() => undefined);
    }
  }
}

const hasFailed = ({ delivery, consequence }: DeliveryResult) =>
  consequence.status !== 'delivered' || delivery.failures > 0;

function count(counts: Map<string, number>, key: string, by: number): void {
  const sum = (counts.get(key) ?? 0) + by;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}
