import { DateRange, type LocalDate, nextLocalDate, startOfLocalDate } from '@furrow/kernel';
import { ProjectNotFound } from '@furrow/kernel/errors';
import type { RestDue, SafetyTransactions, ShiftOfWorker } from './ports.ts';

/** The longest period, days. */
export const MAX_REST_DAYS = 62;

/** A rest that was due, and the break that followed. */
export interface DueRest extends RestDue {
  readonly worker_name: string | null;
  /** When the first break that is long enough for the rule began; null: none did, or none has come yet. */
  readonly restedAt: Date | null;
  readonly restMinutes: number | null;
}

export interface ListDueRestsInput {
  readonly projectId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** Who was due for a rest in some days of a project, by which rule and reading, and when the break came. */
export class ListDueRests {
  constructor(private readonly transactions: SafetyTransactions) {}

  /** @throws InvalidDateRange | DateRangeTooLong | ProjectNotFound */
  async execute(
    companyId: string,
    { projectId, from, to }: ListDueRestsInput,
  ): Promise<{ readonly timezone: string; readonly rests: readonly DueRest[] }> {
    DateRange.of(from, to, MAX_REST_DAYS);
    return this.transactions.run(companyId, async ({ projects, dues, work }) => {
      const project = await projects.find(projectId);
      if (project === undefined) throw new ProjectNotFound();
      const { timezone } = project;
      const span = {
        from: startOfLocalDate(from, timezone),
        to: startOfLocalDate(nextLocalDate(to), timezone),
      };
      const found = await dues.between(projectId, span);
      const workers = [...new Set(found.map(({ workerId }) => workerId))];
      const shifts = await work.between(workers, span);
      const names = await work.names(workers);
      const ofWorker = Map.groupBy(shifts, ({ workerId }) => workerId);
      return {
        timezone,
        rests: found.map((due) => ({
          ...due,
          worker_name: names.get(due.workerId) ?? null,
          ...breakAfter(due, ofWorker.get(due.workerId) ?? []),
        })),
      };
    });
  }
}

/** The first break that is long enough and ended after the work before it began. */
function breakAfter(
  { workedSince, rule }: RestDue,
  shifts: readonly ShiftOfWorker[],
): Pick<DueRest, 'restedAt' | 'restMinutes'> {
  const found = shifts
    .flatMap(({ breaks }) => breaks)
    .filter(({ from, to }) => from >= workedSince.getTime() && to - from >= rule.restMinutes * 60_000)
    .sort((a, b) => a.from - b.from)[0];
  return found === undefined
    ? { restedAt: null, restMinutes: null }
    : { restedAt: new Date(found.from), restMinutes: Math.round((found.to - found.from) / 60_000) };
}
