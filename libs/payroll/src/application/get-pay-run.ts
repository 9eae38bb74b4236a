import type { Clock } from '@furrow/kernel';
import {
  listedResult,
  PayPolicyChanges,
  type PayResult,
  type PayRun,
  PayRunNotFound,
} from '../domain/index.ts';
import { calculatePay, type PayFigures, type PayTermsOfRun } from './calculate-pay.ts';
import type { PayrollRepositories, PayrollTransactions } from './ports.ts';

/** Receives the terms of a run, at once, and then its figures. */
export type ReadPay<T> = (run: PayRun, terms: PayTermsOfRun) => (figures: PayFigures) => Promise<T>;

/** A run with its figures, as of now or as of its freezing. Lists show those of a draft from then on. */
export class GetPayRun {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param read reads a draft's figures after the calculation, so a slow reader delays no other one; those of a frozen
   * run within the transaction
   * @throws PayRunNotFound | CalculationsBusy | PayPolicyChanges for a draft, if a policy was declared since
   */
  async execute<T>(companyId: string, payRunId: string, read: ReadPay<T>): Promise<T> {
    const found = await this.transactions.run(companyId, ({ runs }) => runs.find(payRunId));
    if (!found) throw new PayRunNotFound();
    const drafted = found.result === null ? await this.#draft(companyId, payRunId, read) : undefined;
    if (drafted) return drafted.reading(drafted.figures);
    return this.transactions.run(companyId, async ({ runs }) => {
      const run = await runs.find(payRunId);
      if (!run?.result) throw new PayRunNotFound();
      const statements = runs.statements(payRunId);
      return read(run, run.result)({ ...run.result, calculatedAt: frozenAt(run), statements });
    });
  }

  /** @returns undefined if the run has been frozen meanwhile */
  async #draft<T>(companyId: string, payRunId: string, read: ReadPay<T>) {
    let reading: ReturnType<ReadPay<T>> | undefined;
    let startedAt: Date | undefined;
    const calculate = async (repositories: PayrollRepositories, at: Date) => {
      startedAt = at;
      const run = await repositories.runs.find(payRunId);
      if (!run) throw new PayRunNotFound();
      if (run.result !== null) return undefined;
      const begin = (terms: PayTermsOfRun) => void (reading ??= read(run, terms));
      return calculatePay(repositories, run, this.clock, { at, workerId: null, begin });
    };
    try {
      const figures = await this.transactions.calculate(companyId, 'read', calculate);
      if (figures === undefined || reading === undefined) return undefined;
      await this.#keep(companyId, payRunId, figures.calculatedAt, figures);
      return { figures, reading };
    } catch (error) {
      if (error instanceof PayPolicyChanges && startedAt !== undefined)
        await this.#keep(companyId, payRunId, startedAt, cutBy(error));
      throw error;
    }
  }

  async #keep(companyId: string, payRunId: string, at: Date, result: PayResult): Promise<void> {
    try {
      await this.transactions.run(companyId, ({ runs }) =>
        runs.keepListed(payRunId, at, listedResult(result)),
      );
    } catch {
      // The figures are right without it, and lists show those of another calculation.
    }
  }
}

/** A frozen run's figures are those of its freezing. */
export function frozenAt({ frozenAt: at }: PayRun): Date {
  if (at === null) throw new Error('A run with a result is frozen');
  return at;
}

/** What lists show of a draft that a change of policy has made impossible. */
const cutBy = ({ cutAt }: PayPolicyChanges): PayResult => ({
  ...{ currency: null, policy: null, flags: [{ code: 'pay_policy_changes', day: cutAt }] },
  totals: { workers: 0, hours: 0, units: 0, gross: 0 },
});
