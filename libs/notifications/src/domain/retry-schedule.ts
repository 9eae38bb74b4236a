const JITTER = 0.2;
/** The maximum wait that a receiver can request, in milliseconds. */
export const LONGEST_WAIT_MS = 24 * 3_600_000;

/** When a failed delivery is retried. */
export class RetrySchedule {
  /** @param waits after each failed attempt, in milliseconds; after the last one there is no retry */
  constructor(readonly waits: readonly number[]) {}

  /**
   * @param failures the number of failed attempts, from 1
   * @param random from 0 to 1: receivers that fail together are not all retried together
   * @returns milliseconds to wait, at least what the receiver requested within limits; undefined after the last attempt
   */
  waitAfter(failures: number, random: number, askedMs = 0): number | undefined {
    const wait = this.waits[failures - 1];
    if (wait === undefined) return undefined;
    const jittered = wait * (1 - JITTER + 2 * JITTER * random);
    return Math.round(Math.max(jittered, Math.min(askedMs, LONGEST_WAIT_MS)));
  }
}

/**
 * The wait that a receiver requests, in milliseconds: RFC 9110's `Retry-After`, in seconds or as a date. Other values
 * request nothing.
 */
export function retryAfterMs(value: string | undefined, now: Date): number {
  if (value === undefined) return 0;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const date = IMF_FIXDATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime());
}

const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
