import { TokenBuckets } from '@furrow/http/limits';
import { LRUCache } from 'lru-cache';

const MAX_LEASES = 100_000;
/** The tokens of this time are borrowed at once, and after a refusal the lender is not asked again for this long. */
const LOT_SECONDS = 0.05;
/** Unused tokens are dropped after this time: the bucket has refilled as many long before. */
const LEASE_LASTS_MS = 1_000;

/** The store of all processes' tokens. */
export interface Lender {
  /** Whether it answers; while it does not, it is not asked. */
  readonly isThere: boolean;
  /** @returns how many of `want` tokens were in the bucket and are taken; rejects if that is unknown */
  lend(key: string, rate: number, burst: number, want: number): Promise<number>;
}

interface Lease {
  tokens: number;
  until: number;
  refusedUntil: number;
  /** The number of requests that wait for the lender. */
  waiting: number;
  asking: Promise<boolean> | undefined;
}

const UNUSED: Lease = { tokens: 0, until: 0, refusedUntil: 0, waiting: 0, asking: undefined };

/**
 * Token buckets by key, shared by all processes: `rate` requests a second, and twice that at once. Each process borrows
 * several tokens at a time, so that few requests wait for the lender, and no more pass than the bucket allows. While
 * the lender is down each process limits by itself.
 */
export class SharedBuckets {
  /** The option `max` would reserve memory for all of them at once. */
  readonly #leases = new LRUCache<string, Lease>({ maxSize: MAX_LEASES, sizeCalculation: () => 1 });
  readonly #alone: TokenBuckets;
  readonly #lot: number;

  constructor(
    private readonly lender: Lender,
    private readonly rate: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#alone = new TokenBuckets(rate, { now });
    this.#lot = Math.ceil(rate * LOT_SECONDS);
  }

  /** @returns 0 if the request may pass, else the seconds until the next one may */
  take(key: string): number | Promise<number> {
    if (!this.lender.isThere) return this.#alone.take(key);
    const lease = this.#leaseOf(key);
    const now = this.now();
    if (lease.tokens > 0 && now < lease.until) {
      lease.tokens--;
      return 0;
    }
    return now < lease.refusedUntil ? Math.ceil(1 / this.rate) : this.#wait(key, lease);
  }

  async #wait(key: string, lease: Lease): Promise<number> {
    lease.waiting++;
    const isKnown = await (lease.asking ??= this.#ask(key, lease));
    lease.waiting--;
    return isKnown ? this.take(key) : this.#alone.take(key);
  }

  async #ask(key: string, lease: Lease): Promise<boolean> {
    try {
      const want = Math.max(this.#lot, lease.waiting);
      lease.tokens = await this.lender.lend(key, this.rate, 2 * this.rate, want);
      const now = this.now();
      lease.until = now + LEASE_LASTS_MS;
      if (lease.tokens === 0) lease.refusedUntil = now + (1_000 * this.#lot) / this.rate;
      return true;
    } catch {
      return false; // the lender logs it
    } finally {
      lease.asking = undefined;
    }
  }

  #leaseOf(key: string): Lease {
    let lease = this.#leases.get(key);
    if (!lease) this.#leases.set(key, (lease = { ...UNUSED }));
    return lease;
  }
}
