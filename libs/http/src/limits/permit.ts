import type { ServerResponse } from 'node:http';
import type { FairSemaphore, Release } from '@furrow/concurrency';
import { ClientGone } from '../errors/client-gone.ts';
import { Overloaded } from '../errors/transport-errors.ts';

/** The permits that a request needs. */
export interface Wanted {
  readonly companyId: string;
  readonly weight?: number;
  /** The message of the refusal if there are none in time. */
  readonly busy: string;
}

/**
 * Acquires permits until the answer is finished.
 * @throws Overloaded if there are none in time; ClientGone
 */
export async function permit(
  semaphore: FairSemaphore,
  response: ServerResponse,
  { companyId, weight = 1, busy }: Wanted,
): Promise<Release> {
  const release =
    semaphore.tryAcquire(companyId, weight) ?? (await waited(semaphore, response, companyId, weight));
  if (response.destroyed) {
    release?.();
    throw new ClientGone();
  }
  if (release === undefined) throw new Overloaded(busy);
  return release;
}

/** Works with permits, and returns them. @throws as `permit` */
export async function withPermit<T>(
  semaphore: FairSemaphore,
  response: ServerResponse,
  wanted: Wanted,
  work: () => Promise<T>,
): Promise<T> {
  const release = await permit(semaphore, response, wanted);
  try {
    return await work();
  } finally {
    release();
  }
}

async function waited(
  semaphore: FairSemaphore,
  response: ServerResponse,
  companyId: string,
  weight: number,
): Promise<Release | undefined> {
  const gone = new AbortController();
  const hangUp = () => gone.abort();
  response.once('close', hangUp);
  try {
    return await semaphore.acquire(companyId, weight, gone.signal);
  } finally {
    response.off('close', hangUp);
  }
}
