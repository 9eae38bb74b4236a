import { setTimeout as sleep } from 'node:timers/promises';

/** @throws Error if `work` takes longer */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${milliseconds / 1_000} s`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
