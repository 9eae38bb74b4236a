import { type Clock, DateRange, type LocalDate } from '@furrow/kernel';
import { ProjectNotFound } from '@furrow/kernel/errors';
import {
  listedResult,
  MAX_DRAFTS,
  MAX_RUN_DAYS,
  newPayRunId,
  type PayRun,
  TooManyDrafts,
} from '../domain/index.ts';
import { calculatePay, type PayFigures } from './calculate-pay.ts';
import type { PayrollTransactions } from './ports.ts';
import { refusePolicyChanges } from './terms/wages-in-force.ts';

export interface OpenPayRunInput {
  /** Local days of the projects, both included; they may be in the future. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Null: all projects. */
  readonly projectId: string | null;
}

/** Creates a pay run as a draft with its first figures; it is calculated anew on every read. */
export class OpenPayRun {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws InvalidDateRange | DateRangeTooLong, then ProjectNotFound | PayPolicyChanges, TooManyDrafts; CalculationsBusy
   */
  async execute(
    companyId: string,
    userId: string,
    { from, to, projectId }: OpenPayRunInput,
  ): Promise<{ readonly run: PayRun; readonly figures: PayFigures }> {
    DateRange.of(from, to, MAX_RUN_DAYS);
    return this.transactions.calculate(companyId, 'read', async (repositories, at) => {
      const { work, policies, runs } = repositories;
      if (projectId !== null && (await work.projectName(projectId)) === undefined)
        throw new ProjectNotFound();
      refusePolicyChanges(await policies.inForce(), { from, to });
      // No other draft is added until this transaction ends, because a company calculates one at a time.
      if ((await runs.drafts()) >= MAX_DRAFTS) throw new TooManyDrafts(MAX_DRAFTS);
      const made = { payRunId: newPayRunId(), createdAt: this.clock.now(), frozenAt: null };
      const run = { ...made, from, to, projectId, acknowledged: [], result: null };
      const figures = await calculatePay(repositories, run, this.clock, { at, workerId: null });
      await runs.add(run, userId, at, listedResult(figures));
      return { run, figures };
    });
  }
}
