import type { ServerResponse } from 'node:http';
import type { FairSemaphore, Release } from '@furrow/platform';
import { ClientGone } from '../errors/client-gone.ts';
import { Overloaded } from '../errors/refusals.ts';

/** What a request needs before it goes on. */
export interface Wanted {
  readonly companyId: string;
  readonly weight?: number;
  /** Told to whoever waits in vain. */
  readonly busy: string;
}

/**
 * Permits for as long as they take, for whoever waits for this answer.
 * @throws Overloaded when there are none in time; ClientGone
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
