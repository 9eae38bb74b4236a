import type { Queue } from './congested.ts';

/** Releases the permits. Calling it again has no effect. */
export type Release = () => void;

/** Calls `ring` after so many milliseconds. @returns a function that cancels it */
export type Alarm = (milliseconds: number, ring: () => void) => () => void;

export interface SemaphoreLimits {
  /** The total number of permits: bytes, slots or another scarce resource. */
  readonly permits: number;
  /** The longest wait, milliseconds. */
  readonly timeoutMs: number;
  /** The most permits that one company holds; half of them, rounded up, by default. */
  readonly share?: number;
  /** How many requests of one company may wait; more are refused at once. */
  readonly maxWaiting?: number;
}

interface Waiter {
  readonly since: number;
  readonly weight: number;
  settle(release: Release | undefined): void;
}

interface Company {
  readonly name: string;
  held: number;
  /** First come, first served. */
  readonly waiting: Set<Waiter>;
}

const MAX_WAITING = 100;

/**
 * A weighted semaphore that companies share fairly. One company never holds more than its share of the permits, by
 * default half of them (rounded up), whether others wait or not, so one company alone never makes another wait. Where several together hold everything,
 * waiting companies take turns, and within a company requests are served in order. Nobody overtakes a company whose
 * turn it is and that only waits for enough permits. A wait is bounded, and ends without permits when its time is over
 * or its client is gone.
 */
export class FairSemaphore {
  /** The most that one company holds. A single permit cannot be halved: it is the only case without a reserve. */
  readonly share: number;
  #free: number;
  #waiting = 0;
  readonly #companies = new Map<string, Company>();
  /** Companies with waiting requests, in the order of their turns. */
  readonly #turns = new Set<Company>();
  /** A request within its company's share waits for more permits than are free; later ones queue behind it. */
  #isClaimed = false;

  constructor(
    readonly limits: SemaphoreLimits,
    private readonly alarm: Alarm = timeout,
  ) {
    this.share = limits.share ?? Math.ceil(limits.permits / 2);
    this.#free = limits.permits;
  }

  /** The number of permits in use. */
  get held(): number {
    return this.limits.permits - this.#free;
  }

  /** The number of waiting requests of all companies. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The requests of a company that wait. */
  queueOf(companyId: string): Queue {
    const waiting = this.#companies.get(companyId)?.waiting;
    const [first] = waiting ?? [];
    const oldestMs = first === undefined ? 0 : performance.now() - first.since;
    return { length: waiting?.size ?? 0, oldestMs, served: this.share };
  }

  /** @returns undefined if that would require waiting */
  tryAcquire(companyId: string, weight = 1): Release | undefined {
    const company = this.#companies.get(companyId);
    const wanted = Math.min(weight, this.share);
    if (wanted > this.#free || this.#isClaimed) return undefined;
    if (company === undefined) return this.#take(this.#enter(companyId), wanted);
    if (company.waiting.size > 0 || company.held + wanted > this.share) return undefined;
    return this.#take(company, wanted);
  }

  /**
   * @param weight the number of permits; a request for more than a share gets a share
   * @param signal aborted when the permits are no longer needed
   * @returns undefined if there were none in time, too many of the company wait already, or it was aborted
   */
  acquire(companyId: string, weight = 1, signal?: AbortSignal): Promise<Release | undefined> {
    if (signal?.aborted) return Promise.resolve(undefined);
    const release = this.tryAcquire(companyId, weight);
    if (release) return Promise.resolve(release);
    const company = this.#companies.get(companyId) ?? this.#enter(companyId);
    if (company.waiting.size >= (this.limits.maxWaiting ?? MAX_WAITING)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#leave(company, waiter);
        waiter.settle(undefined);
        this.#grant();
      };
      const cancel = this.alarm(this.limits.timeoutMs, giveUp);
      const waiter: Waiter = {
        since: performance.now(),
        weight: Math.min(weight, this.share),
        settle: (permits) => {
          cancel();
          signal?.removeEventListener('abort', giveUp);
          resolve(permits);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      company.waiting.add(waiter);
      this.#turns.add(company);
      this.#waiting++;
      this.#grant();
    });
  }

  #enter(name: string): Company {
    const company = { name, held: 0, waiting: new Set<Waiter>() };
    this.#companies.set(name, company);
    return company;
  }

  #take(company: Company, weight: number): Release {
    company.held += weight;
    this.#free -= weight;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      company.held -= weight;
      this.#free += weight;
      this.#forgetIdle(company);
      if (this.#waiting > 0) this.#grant();
    };
  }

  /** Grants free permits, one company after the other. */
  #grant(): void {
    this.#isClaimed = false;
    for (const company of this.#turns) {
      const [next] = company.waiting;
      // It waits for permits of its own company, and does not block others.
      if (next === undefined || company.held + next.weight > this.share) continue;
      if (next.weight > this.#free) {
        this.#isClaimed = true;
        return;
      }
      const release = this.#take(company, next.weight);
      this.#leave(company, next);
      // It goes to the end of the queue for its next request.
      if (this.#turns.delete(company)) this.#turns.add(company);
      next.settle(release);
    }
  }

  #leave(company: Company, waiter: Waiter): void {
    if (!company.waiting.delete(waiter)) return;
    this.#waiting--;
    if (company.waiting.size === 0) this.#turns.delete(company);
    this.#forgetIdle(company);
  }

  #forgetIdle(company: Company): void {
    if (company.held === 0 && company.waiting.size === 0) this.#companies.delete(company.name);
  }
}

function timeout(milliseconds: number, ring: () => void): () => void {
  const timer = setTimeout(ring, milliseconds);
  return () => clearTimeout(timer);
}
