import { setTimeout as sleep } from 'node:timers/promises';

/** Far above what anything takes on a slow machine, and below the time limit of a test, which would not say what it waits for. */
const WITHIN_MS = 300_000;
const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 500;

/**
 * Asks again until the answer is there, and fails with the last reason when it never is. The longer it waits the less
 * often it asks, because each question costs the machine and so the other tests.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = WITHIN_MS,
): Promise<T> {
  const began = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    const waited = performance.now() - began;
    if (waited > withinMs) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await sleep(Math.min(Math.max(FIRST_PAUSE_MS, waited / 10), LAST_PAUSE_MS));
  }
}
