import { Buckets } from './buckets.ts';

/** Token buckets by key, within this process: `rate` requests a second, and twice that, or `burst`, at once. */
export class TokenBuckets {
  readonly #buckets: Buckets;

  constructor(rate: number, { burst = 2 * rate, now }: { burst?: number; now?: () => number } = {}) {
    this.#buckets = new Buckets(rate, burst, { now });
  }

  /** What `take` would return, without taking a token. */
  wait(key: string): number {
    return this.#waitFor(this.#buckets.of(key).tokens);
  }

  /** @returns 0 if the request may pass, else the seconds until the next one may */
  take(key: string): number {
    const bucket = this.#buckets.of(key);
    const wait = this.#waitFor(bucket.tokens);
    if (wait === 0) bucket.tokens--;
    return wait;
  }

  /** Returns a token of a request that was refused for another reason. */
  giveBack(key: string): void {
    const bucket = this.#buckets.of(key);
    bucket.tokens = Math.min(this.#buckets.burst, bucket.tokens + 1);
  }

  #waitFor(tokens: number): number {
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / this.#buckets.rate));
  }
}
