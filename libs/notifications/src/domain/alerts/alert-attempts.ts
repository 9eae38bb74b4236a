/** After this many failed attempts in a row the evaluation of a device is set aside. */
export const MAX_ATTEMPTS = 3;

const FIRST_PAUSE_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 86_400_000;

/**
 * When a device is evaluated again if this attempt fails: at once until it is set aside, then after 10 minutes, and
 * after twice as long each time, at most a day.
 *
 * @param attempts in a row, with this one
 * @returns null: at once
 */
export function retryAt(attempts: number, now: Date): Date | null {
  if (attempts < MAX_ATTEMPTS) return null;
  const pauseMs = FIRST_PAUSE_MS * 2 ** Math.min(attempts - MAX_ATTEMPTS, 20);
  return new Date(now.getTime() + Math.min(pauseMs, LONGEST_PAUSE_MS));
}
