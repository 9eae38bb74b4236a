import type { EventEmitter } from 'node:events';
import { Logger } from '@nestjs/common';
import type { AedesOptions } from 'aedes';
import redisPersistence from 'aedes-persistence-redis';
import { Redis, type RedisOptions } from 'ioredis';
import redisEmitter from 'mqemitter-redis';
import { limitSessionStorage } from './session-storage.ts';

/** Lasting sessions and takeovers of several gateways in one Redis. Devices' messages do not pass through it. */
export class SharedSessions {
  readonly #logger = new Logger('redis');
  readonly #redis: Redis;
  readonly broker: Pick<AedesOptions, 'mq' | 'persistence'>;

  constructor(url: string) {
    // What is sent in one turn of the event loop is one write to the network.
    this.#redis = this.#connection(url, { enableAutoPipelining: true });
    const pubConn = this.#connection(url, { enableAutoPipelining: true });
    const subConn = this.#connection(url);
    const mq = redisEmitter({ subConn, pubConn, matchEmptyLevels: true });
    // Reported by the connection; without a listener it would end the process.
    (mq as unknown as { state: EventEmitter }).state.on('error', () => undefined);
    const persistence = redisPersistence({ conn: this.#redis });
    limitSessionStorage(persistence, this.#redis);
    this.broker = { persistence, mq };
  }

  /** The broker ends its own emitter. */
  async close(): Promise<void> {
    await this.#redis.quit().catch(() => this.#redis.disconnect());
  }

  #connection(url: string, options: RedisOptions = {}): Redis {
    const redis = new Redis(url, {
      ...options,
      maxRetriesPerRequest: 3,
      retryStrategy: (times) => Math.min(times * 100, 2_000),
    });
    let isLogged = false;
    redis.on('error', (error: Error) => {
      if (!isLogged)
        this.#logger.error(
          { err: error },
          'Redis is unavailable: devices with persistent sessions have to wait',
        );
      isLogged = true;
    });
    redis.on('ready', () => (isLogged = false));
    return redis;
  }
}
