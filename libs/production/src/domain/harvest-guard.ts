import { HarvestHeldBack } from './errors.ts';
import type { HarvestWarning } from './harvest-warning.ts';

const MINUTE = 60_000;

/** A session opened longer ago than this is not blocked: the fruit is already picked and must be counted. */
export const HELD_BACK_WITHIN_MS = 15 * MINUTE;

/** What happens to a session in a sector that is not clear yet. */
export type HarvestGuard = 'warn' | 'block' | 'off';

/** The warnings that the guard of a project lets through to the session. */
export function warningsUnder(
  guard: HarvestGuard,
  warnings: readonly HarvestWarning[],
): readonly HarvestWarning[] {
  return guard === 'off' ? [] : warnings;
}

/**
 * Checks whether a session may be opened now despite its warnings.
 * @throws HarvestHeldBack if the guard blocks, nobody overrides it, and the session is opened now rather than synced
 * late
 */
export function checkGuard(
  guard: HarvestGuard,
  warnings: readonly HarvestWarning[],
  { openedAt, overrideReason }: { readonly openedAt: Date; readonly overrideReason: string | null },
  now: Date,
): void {
  const isLate = openedAt.getTime() < now.getTime() - HELD_BACK_WITHIN_MS;
  if (guard !== 'block' || overrideReason !== null || isLate) return;
  const [first] = warnings.toSorted((a, b) => rank(a) - rank(b));
  if (first) throw new HarvestHeldBack(first.code, warnings);
}

const rank = ({ code }: HarvestWarning) => (code === 'pre_harvest_interval' ? 0 : 1);
