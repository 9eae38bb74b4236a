import { Client, type Sending } from '../client.ts';
import { within } from '../watch/process-watch.ts';
import type { Subject } from '../watch/subject.ts';
import type { Observed } from '../watch/verdict.ts';
import { Watch } from '../watch/watch.ts';

/** Longer than any wait that the service permits. */
const ANSWERED_WITHIN_MS = 60_000;
/** For a loop over answers that take no time. */
const MOST_REQUESTS = 30_000;

/** What one crowd of clients requests. */
export interface Looped {
  readonly url: string;
  /** Taken in turn. */
  readonly requests: readonly Sending[];
}

/**
 * Watches a service while crowds of clients send requests without pause, each the next as soon as the last one is
 * answered.
 * @param clients of each crowd
 * @returns the cost meanwhile, and how many requests were sent, when all of them are answered
 */
export async function underLoop(
  subject: Subject,
  crowds: readonly Looped[],
  clients: number,
  milliseconds: number,
): Promise<{ readonly observed: Observed; readonly sent: number }> {
  const watch = await Watch.begin(subject);
  const ending = new AbortController();
  const looping = Promise.all(crowds.map((crowd) => loop(crowd, clients, ending.signal)));
  await within(watch.ended, milliseconds);
  ending.abort();
  const observed = await watch.end();
  const sent = (await looping).reduce((sum, count) => sum + count, 0);
  return { observed, sent };
}

async function loop({ url, requests }: Looped, clients: number, ended: AbortSignal): Promise<number> {
  const client = new Client(url, ANSWERED_WITHIN_MS, clients);
  let sent = 0;
  const one = async (first: number) => {
    for (let index = first; !ended.aborted && sent < MOST_REQUESTS; index++) {
      sent++;
      await client.send(requests[index % requests.length] as Sending).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => one(index)));
  client.close();
  return sent;
}
