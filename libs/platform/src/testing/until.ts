import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is there, and fails with the last reason when it never is. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await sleep(50);
  }
}
