import { Congested, FairSemaphore, type Queue } from '@furrow/concurrency';

/** The part of the pool that transactions of companies leave to sign-in and background work. */
const RESERVED = 0.1;
/** As many requests of one company may wait; each holds its body in memory. */
const MAX_WAITING = 1_000;

/**
 * The connections of the pool, shared by companies: one company never holds more than half of them, whatever its
 * transactions do or wait for, so that there are always some for others.
 */
export class ConnectionShares {
  readonly semaphore: FairSemaphore;

  constructor(poolSize: number, timeoutMs: number) {
    const permits = poolSize - Math.floor(poolSize * RESERVED);
    this.semaphore = new FairSemaphore({ permits, timeoutMs, maxWaiting: MAX_WAITING });
  }

  /**
   * Runs work that holds one connection. It must not wait for another connection of its company.
   * @throws Congested if none is free in time
   */
  async use<T>(companyId: string, work: () => Promise<T>): Promise<T> {
    const release = this.semaphore.tryAcquire(companyId) ?? (await this.semaphore.acquire(companyId));
    if (release === undefined) throw new Congested();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Requests of this company that wait for a connection. */
  queueOf(companyId: string): Queue {
    return this.semaphore.queueOf(companyId);
  }
}
