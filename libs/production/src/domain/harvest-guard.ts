import { HarvestHeldBack } from './errors.ts';
import type { HarvestWarning } from './harvest-warning.ts';

const MINUTE = 60_000;

/** How long ago a session was opened that comes too late to be held back: the fruit is picked, and must be counted. */
export const HELD_BACK_WITHIN_MS = 15 * MINUTE;

/** What becomes of a session in a sector that is not clear yet. */
export type HarvestGuard = 'warn' | 'block' | 'off';

/** What a session is told of, as its project's guard says. */
export function toldOf(guard: HarvestGuard, warnings: readonly HarvestWarning[]): readonly HarvestWarning[] {
  return guard === 'off' ? [] : warnings;
}

/**
 * Whether a session may be opened now in spite of what it is warned of.
 * @throws HarvestHeldBack where the guard blocks, nobody overrides it, and the crew has not picked already
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
