import type { Clock } from '@furrow/kernel';
import { type Answer, judge, type RetrySchedule, signedHeaders } from '../../domain/index.ts';
import type { ClaimedDelivery, DeliveryQueue, DeliveryResult, WebhookSender } from '../ports.ts';

/** Maximum number of concurrent attempts of a process. */
const IN_FLIGHT = 1_000;
const PER_COMPANY = 200;
const PER_WEBHOOK = 64;
const PER_CLAIM = 250;
const UNSENT = 'the attempt could not be made';

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
  /** Claimed, but not sent because the process stops. */
  readonly #unsent: ClaimedDelivery[] = [];

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

  /**
   * Starts nothing more, and releases attempts that have not ended before `deadline` to other processes.
   * @param last ends the wait for aborted attempts, whose transport may not notice that they are aborted, and then the
   * one for the release
   */
  async stop(deadline: Promise<unknown>, last: () => Promise<unknown>): Promise<void> {
    this.#isStopped = true;
    await Promise.race([this.settled(), deadline]);
    this.#aborting.abort();
    await Promise.race([this.settled(), last()]);
    const unfinished = new Set([...this.#unsent, ...this.#inFlight.keys()]);
    if (unfinished.size > 0) await Promise.race([this.queue.release([...unfinished]), last()]);
  }

  async #fill(): Promise<void> {
    while (!this.#isStopped) {
      const free = IN_FLIGHT - this.#inFlight.size;
      if (free <= 0) {
        this.#isMore = true;
        return;
      }
      const asks = this.#asks;
      // A company, and a claim, may take as much as they leave, so that many slow companies never take everything.
      const share = Math.ceil(free / 2);
      const perCompany = Math.min(PER_COMPANY, share);
      // Asked before the claim: attempts that end while it runs leave room that it did not have.
      const isFull = this.#isFull(perCompany);
      const claimed = await this.queue.claim({
        ...{ limit: Math.min(PER_CLAIM, share), perWebhook: PER_WEBHOOK, perCompany },
        ...{ webhooks: this.#webhooks, companies: this.#companies },
      });
      this.#isMore = claimed.length > 0 || isFull;
      for (const delivery of claimed) this.#begin(delivery);
      if (claimed.length === 0 && asks === this.#asks) return;
    }
  }

  /** Whether a webhook or a company may have due deliveries that wait for its own attempts to end. */
  #isFull(perCompany: number): boolean {
    const fullAt = (bound: number, counts: ReadonlyMap<string, number>) =>
      [...counts.values()].some((inFlight) => inFlight >= bound);
    return fullAt(PER_WEBHOOK, this.#webhooks) || fullAt(perCompany, this.#companies);
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
    const at = this.clock.now();
    const answer = await this.#answerTo(delivery, at);
    // An attempt aborted by the end of the process does not count.
    if (this.#aborting.signal.aborted && answer.status === null) {
      this.#unsent.push(delivery);
      return;
    }
    const judged = judge(
      answer,
      { at, failures: delivery.failures, now: this.clock.now() },
      { schedule: this.schedule, random: Math.random() },
    );
    const { status } = judged.consequence;
    this.observer.attempted(status === 'pending' ? 'retried' : status, answer.duration / 1_000);
    this.#results.push({ delivery, ...judged });
    this.#recording ??= this.#record().finally(() => (this.#recording = undefined));
  }

  /** Whatever goes wrong is an outcome, so that it is recorded and the delivery is not taken up first again. */
  async #answerTo({ deliveryId, url, body, secrets }: ClaimedDelivery, at: Date): Promise<Answer> {
    try {
      const headers = {
        'content-type': 'application/json',
        ...signedHeaders({ id: deliveryId, body }, secrets, at),
      };
      return await this.sender.send({ url, headers, body }, this.#aborting.signal);
    } catch {
      return { status: null, reason: UNSENT, duration: this.clock.now().getTime() - at.getTime() };
    }
  }

  async #record(): Promise<void> {
    while (this.#results.length > 0) {
      const results = this.#results;
      this.#results = [];
      try {
        const unrecorded = await this.queue.record(results);
        if (unrecorded > 0) this.observer.unrecorded(unrecorded);
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
