import { type Clock, newId } from '@furrow/kernel';
import { isOwed, wasDue } from '../domain/index.ts';
import type { RestDue, SafetyRepositories, SafetyTransactions } from './ports.ts';
import { AT_ONCE, heatsOf, restsOf } from './read-rest.ts';

/** Companies of one slice. */
const COMPANIES = 100;
/** Phones sync within this time; what comes later corrects nothing. */
const CORRECTED_WITHIN_MS = 24 * 3_600_000;

/**
 * Notes each rest that is due, once, of which the event `rest.due` is sent; and corrects those of which shifts that came
 * later show that a break had begun in time, or that nobody worked.
 */
export class NoteDueRests {
  constructor(
    private readonly transactions: SafetyTransactions,
    private readonly clock: Clock,
  ) {}

  /** Company by company, so that one whose rests cannot be read keeps no other from being looked at. */
  async execute(): Promise<void> {
    const failures: unknown[] = [];
    let after: string | null = null;
    for (;;) {
      const companies: readonly string[] = await this.transactions.companiesWithRules(after, COMPANIES);
      for (const companyId of companies)
        await this.#note(companyId).catch((error: unknown) => failures.push(error));
      after = companies.at(-1) ?? null;
      if (companies.length < COMPANIES) break;
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  }

  #note(companyId: string): Promise<void> {
    const now = this.clock.now();
    return this.transactions.run(companyId, async (repositories) => {
      const owing = await this.#correct(repositories, now);
      const shifts = await repositories.work.ofRunning(null, now);
      const heats = await heatsOf(repositories, null, now);
      const rests = await restsOf(repositories, { shifts, heats, now });
      const due = rests.flatMap((rest): RestDue[] => {
        const { status, rule, reading, dueAt, workerId, shiftId, projectId } = rest;
        if (status !== 'due' || rule === null || reading === null || dueAt === null) return [];
        if (owing.has(workerId)) return [];
        const times = { workedSince: new Date(rest.workedSince), dueAt: new Date(dueAt), notedAt: now };
        return [
          { restDueId: newId(), workerId, shiftId, projectId, ...times, rule, reading, correctedAt: null },
        ];
      });
      if (due.length > 0) await repositories.dues.add(due);
    });
  }

  /** @returns the workers who have not taken yet what was noted */
  async #correct({ dues, work, yieldToOthers }: SafetyRepositories, now: Date): Promise<ReadonlySet<string>> {
    const standing = await dues.standing(new Date(now.getTime() - CORRECTED_WITHIN_MS));
    if (standing.length === 0) return new Set();
    const workers = [...new Set(standing.map(({ workerId }) => workerId))];
    const shifts = Map.groupBy(await work.ofWorkers(workers, now), ({ workerId }) => workerId);
    const wrong: string[] = [];
    const owing = new Set<string>();
    for (const [index, due] of standing.entries()) {
      if (index > 0 && index % AT_ONCE === 0) await yieldToOthers();
      const its = shifts.get(due.workerId) ?? [];
      if (!wasDue(due, its)) wrong.push(due.restDueId);
      else if (isOwed(due, its, now.getTime())) owing.add(due.workerId);
    }
    if (wrong.length > 0) await dues.correct(wrong, now);
    return owing;
  }
}
