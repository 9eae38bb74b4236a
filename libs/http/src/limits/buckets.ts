import { LRUCache } from 'lru-cache';

const MAX_BUCKETS = 100_000;

/** Its tokens may be taken, and also more than it has: then it is negative until it has refilled. */
export interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Buckets by key, within this process, which gain `rate` tokens a second until they hold `burst`. Their number is
 * bounded; the least recently used one is evicted first, because it has had the most time to refill.
 */
export class Buckets {
  readonly #buckets: LRUCache<string, Bucket>;
  readonly #now: () => number;

  constructor(
    readonly rate: number,
    readonly burst: number,
    { max = MAX_BUCKETS, now = () => performance.now() }: { max?: number; now?: () => number } = {},
  ) {
    // The option `max` would reserve memory for all of them at once.
    this.#buckets = new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
    this.#now = now;
  }

  /** The bucket of this key, with what it has gained until now. */
  of(key: string): Bucket {
    const now = this.#now();
    let bucket = this.#buckets.get(key);
    if (bucket) bucket.tokens = Math.min(this.burst, bucket.tokens + ((now - bucket.at) / 1_000) * this.rate);
    else this.#buckets.set(key, (bucket = { tokens: this.burst, at: now }));
    bucket.at = now;
    return bucket;
  }
}
