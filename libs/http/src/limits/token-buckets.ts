const MAX_BUCKETS = 100_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Token buckets by key, within this process: `rate` requests a second, and twice that, or `burst`, at once. The number
 * of buckets is bounded; the least recently used one is evicted first, because it has had the most time to refill.
 */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #burst: number;
  readonly #now: () => number;

  constructor(
    private readonly rate: number,
    { burst = 2 * rate, now = () => performance.now() }: { burst?: number; now?: () => number } = {},
  ) {
    this.#burst = burst;
    this.#now = now;
  }

  /** What `take` would return, without taking a token. */
  wait(key: string): number {
    return this.#waitFor(this.#tokensOf(key, this.#now()));
  }

  /** @returns 0 if the request may pass, else the seconds until the next one may */
  take(key: string): number {
    const now = this.#now();
    const tokens = this.#tokensOf(key, now);
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    if (this.#buckets.size > MAX_BUCKETS) this.#buckets.delete(this.#buckets.keys().next().value ?? '');
    return this.#waitFor(tokens);
  }

  /** Returns a token of a request that was refused for another reason. */
  giveBack(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.tokens = Math.min(this.#burst, bucket.tokens + 1);
  }

  #tokensOf(key: string, now: number): number {
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, at: now };
    return Math.min(this.#burst, bucket.tokens + ((now - bucket.at) / 1000) * this.rate);
  }

  #waitFor(tokens: number): number {
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / this.rate));
  }
}
