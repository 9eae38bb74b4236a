import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { Lender } from './shared-buckets.ts';

/** Far more than a busy machine takes; a Redis that hangs delays one request by this much. */
const ANSWERS_WITHIN_MS = 2_000;
const TRY_AGAIN_MS = 500;

/** Uses Redis's clock, because those of several machines differ. A full bucket is deleted. */
const LEND = `
  local rate, burst, want = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
  local elapsed = math.max(0, now - (tonumber(held[2]) or now))
  local tokens = math.min(burst, (tonumber(held[1]) or burst) + elapsed * rate / 1000)
  local lent = math.max(0, math.min(want, math.floor(tokens)))
  redis.call('HSET', KEYS[1], 'tokens', tokens - lent, 'at', now)
  redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
  return lent`;

type LendingRedis = Redis & {
  lend(key: string, rate: number, burst: number, want: number): Promise<number>;
};

/**
 * Token buckets in Redis. Requests do not wait for it while it is down; that is logged once, and it is tried again from
 * time to time.
 */
export class RedisLender implements Lender {
  readonly #logger = new Logger('rate limits');
  readonly #redis: LendingRedis;
  #isThere = false;
  #isLoggedAway = false;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(url: string) {
    this.#redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: ANSWERS_WITHIN_MS,
      commandTimeout: ANSWERS_WITHIN_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => TRY_AGAIN_MS,
    }) as LendingRedis;
    this.#redis.defineCommand('lend', { numberOfKeys: 1, lua: LEND });
    this.#redis.on('error', () => undefined); // reported to the caller of each command
  }

  /** If Redis is down, the process starts without it. */
  static async connect(url: string): Promise<RedisLender> {
    const lender = new RedisLender(url);
    await lender.#redis.connect().catch(() => undefined);
    await lender.#look();
    return lender;
  }

  get isThere(): boolean {
    return this.#isThere;
  }

  async lend(key: string, rate: number, burst: number, want: number): Promise<number> {
    try {
      return await this.#redis.lend(`furrow:rate:${key}`, rate, burst, want);
    } catch (error) {
      this.#away(error);
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#redis.disconnect();
  }

  async #look(): Promise<void> {
    try {
      await this.#redis.ping();
      if (this.#isLoggedAway)
        this.#logger.log('Redis is available again: rate limits are shared by all processes again');
      this.#isLoggedAway = false;
      this.#isThere = true;
    } catch (error) {
      this.#away(error);
    }
  }

  #away(error: unknown): void {
    if (this.#isClosed) return;
    if (!this.#isLoggedAway)
      this.#logger.warn({ err: error }, 'Redis is unavailable: each process counts rate limits alone');
    this.#isLoggedAway = true;
    this.#isThere = false;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#look(), TRY_AGAIN_MS).unref();
  }
}
