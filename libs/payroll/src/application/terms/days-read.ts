import { type LocalDate, nextLocalDate } from '@furrow/kernel';
import { dayBefore, type Days, DEFAULT_TERMS, type Wages, workweekOf } from '../../domain/index.ts';
import type { EarlierRun } from '../ports.ts';

/**
 * The days whose work a run needs: its first workweek as a whole, where something is counted over whole runs those of the
 * runs before it in that week, and a day before and after, whose shifts or sessions may belong to a night at the edge.
 */
export function readDays(days: Days, wages: Wages, earlier: readonly EarlierRun[]): Days {
  const policiesOf = ({ wages: kept, result: { policy } }: EarlierRun) =>
    kept?.policies ?? (policy ? [policy] : []);
  const overRuns = earlier.filter((each) =>
    policiesOf(each).some(
      ({ minimumWageBasis, tiers }) =>
        minimumWageBasis === 'period' || tiers.some(({ per }) => per === 'period'),
    ),
  );
  const first = [days.from, ...overRuns.map(({ from }) => from)].toSorted()[0] ?? days.from;
  return { from: dayBefore(firstWeekDay(first, days.from, wages)), to: nextLocalDate(days.to) };
}

/** The first day of the workweek of a day, by the policy in force on another whose workweek begins first. */
export function firstWeekDay(day: LocalDate, on: LocalDate, wages: Wages): LocalDate {
  const { policies } = wages.keptFor({ from: on, to: on }, []);
  const starts = policies.map(({ workweekStartsOn }) => workweekStartsOn);
  const first = (startsOn: string) => workweekOf(day, startsOn).from;
  return (starts.length > 0 ? starts : [DEFAULT_TERMS.workweekStartsOn]).map(first).toSorted()[0] ?? day;
}
