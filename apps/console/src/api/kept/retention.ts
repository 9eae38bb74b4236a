import type { QueryKey } from '@tanstack/react-query';

const DAY_MS = 86_400_000;
const KEPT_MS = 7 * DAY_MS;
/** How long answers are kept, by the first key of their query, where that is not a week. */
const EXCEPTIONS: Readonly<Record<string, number>> = {
  'pay-runs': DAY_MS,
  // It is read from this device, where it stays anyway.
  'outbox-refused': 0,
  // Links to photos expire within the hour.
  photos: 0,
  'sign-in': 0,
  // What a change would do is asked before each one.
  'farm-trial': 0,
  'pay-preview': 0,
};
/** Clocks are corrected by less than this while nobody notices. */
const CORRECTION_MS = 60_000;

/** How long an answer is kept, in milliseconds; 0 if not at all. */
export const keptMs = ([first]: QueryKey): number => EXCEPTIONS[String(first)] ?? KEPT_MS;

/**
 * Whether an answer of this instant may still be shown. One from the future is not: the clock was set back, and its age
 * is unknown.
 */
export function isKept(queryKey: QueryKey, at: number, now: number): boolean {
  const age = now - at;
  return age >= -CORRECTION_MS && age < keptMs(queryKey);
}
