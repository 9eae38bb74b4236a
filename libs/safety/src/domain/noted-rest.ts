import type { RestRuleState } from './rest-rule.ts';
import { type WorkedShift, WorkSinceBreak } from './work-since-break.ts';

/** A rest that was noted as due. */
export interface NotedRest {
  /** As it was then. */
  readonly rule: RestRuleState;
  /** When the last break ended or the work began, by what was known then. */
  readonly workedSince: Date;
  readonly notedAt: Date;
}

/**
 * Whether it was due when it was noted, by what is known now.
 *
 * @param shifts of the worker
 */
export function wasDue({ rule, notedAt, workedSince }: NotedRest, shifts: readonly WorkedShift[]): boolean {
  const then = notedAt.getTime();
  const worked = shifts.map((shift) =>
    shift.endedAt !== null && shift.endedAt > then ? { ...shift, endedAt: null } : shift,
  );
  if (!worked.some(({ startedAt, endedAt }) => startedAt <= then && endedAt === null)) return false;
  const work = WorkSinceBreak.of(worked, rule.restMinutes, then);
  return (
    work !== undefined && work.since <= workedSince.getTime() && work.whenWorked(rule.everyMinutes) <= then
  );
}

/**
 * Whether it has not been taken yet: the same rest must not be noted again, although shifts that came later may show
 * that the work began earlier, or a stricter rule may be in force by now.
 */
export function isOwed(
  { rule, workedSince }: NotedRest,
  shifts: readonly WorkedShift[],
  now: number,
): boolean {
  const work = WorkSinceBreak.of(shifts, rule.restMinutes, now);
  return work !== undefined && work.since <= workedSince.getTime();
}
