import { type Clock, DateRange, type LocalDate, ProjectNotFound } from '@furrow/kernel';
import { MAX_RUN_DAYS, newPayRunId, type PayRun } from '../domain/index.ts';
import type { PayrollTransactions } from './ports.ts';
import { policyOf } from './work-out-pay.ts';

export interface OpenPayRunInput {
  /** Local days of the projects, both included; they may be in the future. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Null: all projects. */
  readonly projectId: string | null;
}

/** Creates a pay run as a draft, which is computed anew on every read. */
export class OpenPayRun {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidDateRange | DateRangeTooLong, then ProjectNotFound | PayPolicyChanges */
  async execute(
    companyId: string,
    userId: string,
    { from, to, projectId }: OpenPayRunInput,
  ): Promise<PayRun> {
    DateRange.of(from, to, MAX_RUN_DAYS);
    return this.transactions.run(companyId, async ({ work, policies, runs }) => {
      if (projectId !== null && (await work.projectName(projectId)) === undefined)
        throw new ProjectNotFound();
      policyOf(await policies.inForce(), { from, to });
      const made = { payRunId: newPayRunId(), createdAt: this.clock.now(), frozenAt: null, result: null };
      const run = { ...made, from, to, projectId };
      await runs.add(run, userId);
      return run;
    });
  }
}
