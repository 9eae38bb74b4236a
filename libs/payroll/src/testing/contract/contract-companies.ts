import type { LocalDate } from '@furrow/kernel';
import type { PayrollRepositories, PayrollTransactions } from '../../application/ports.ts';
import {
  listedResult,
  newPayRunId,
  type PayResult,
  type PayRun,
  type ShiftFact,
  type StatementView,
  type WageState,
} from '../../domain/index.ts';
import type { PaidCompany } from '../paid-company.ts';

export const day = (text: string) => text as LocalDate;
export const CREATED_AT = new Date('2026-02-01T10:00:00.123Z');
export const NOTHING: PayResult = {
  ...{ currency: 'USD', policy: null, flags: [] },
  totals: { workers: 0, hours: 0, units: 0, gross: 0 },
};

export const NO_WAGES: WageState = { policies: [], rates: [], projectWages: [], workers: {} };

/** Work of one worker on a day; times are of the day, in UTC. */
export interface StatedWork {
  readonly projectId: string;
  readonly workerId: string;
  readonly day: string;
}

/** All ports of payroll, as one implementation provides them. */
export interface PayrollPorts {
  readonly transactions: PayrollTransactions;
  newCompany(): Promise<PaidCompany>;
  /** A shift from 6:00 on. @returns its id */
  work(
    at: PaidCompany,
    shift: StatedWork & { readonly kind: ShiftFact['kind']; readonly hours: number },
  ): Promise<string>;
  /** A closed session at a price of 2, in which the units were picked at 7:00. @returns its id */
  pick(at: PaidCompany, picked: StatedWork & { readonly units: string }): Promise<string>;
  close(): Promise<void>;
}

/** Everything in the batches. */
export async function allOf<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

/** Two new companies in the stores under test, and short ways to put runs there. */
export class ContractCompanies {
  ports!: PayrollPorts;
  own!: PaidCompany;
  other!: PaidCompany;

  async renew(): Promise<void> {
    [this.own, this.other] = [await this.ports.newCompany(), await this.ports.newCompany()];
  }

  readonly run = <T>(work: (repositories: PayrollRepositories) => Promise<T>, at = this.own): Promise<T> =>
    this.ports.transactions.run(at.companyId, work);

  readonly find = (payRunId: string, at = this.own) => this.run(({ runs }) => runs.find(payRunId), at);

  /** Adds a draft of these days. */
  readonly drafted = async (from: string, to: string, projectId: string | null = null): Promise<PayRun> => {
    const run: PayRun = {
      ...{ payRunId: newPayRunId(), projectId, from: day(from), to: day(to), createdAt: CREATED_AT },
      ...{ frozenAt: null, acknowledged: [], result: null },
    };
    await this.run(({ runs }) => runs.add(run, this.own.admin.userId, CREATED_AT, listedResult(NOTHING)));
    return run;
  };

  /** Freezes such a draft at an instant, with these statements. */
  readonly frozen = async (
    from: string,
    to: string,
    {
      projectId = null,
      at = '2026-03-01T00:00:00.000Z',
      statements = [],
      result = NOTHING,
    }: {
      readonly projectId?: string | null;
      readonly at?: string;
      readonly statements?: readonly StatementView[];
      readonly result?: PayResult;
    } = {},
  ): Promise<string> => {
    const { payRunId } = await this.drafted(from, to, projectId);
    await this.run(async ({ runs }) => {
      await runs.keep(payRunId, statements);
      await runs.freeze(payRunId, this.own.admin.userId, {
        ...{ at: new Date(at), result, acknowledged: [], wages: NO_WAGES },
      });
    });
    return payRunId;
  };
}

/** A statement that pays these amounts for its own run, or for those of other runs by id. */
export function aStatement(
  workerId: string,
  own: number,
  corrections: Record<string, number> = {},
): StatementView {
  const line = (amount: number, payRunId: string | null) => ({
    ...({
      kind: payRunId === null ? 'hourly' : 'adjustment',
      day: null,
      sessionId: null,
      shiftId: null,
    } as const),
    ...{ quantity: null, unit: null, rate: null, amount, payRunId },
  });
  const amounts = Object.entries(corrections);
  return {
    ...{ workerId, worker_id: 'AR0101', worker_name: 'Ana Rojas', units: 0, regularRate: null },
    lines: [line(own, null), ...amounts.map(([payRunId, amount]) => line(amount, payRunId))],
    hours: { piece: 0, hourly: 1, nonproductive: 0, rest: 0, total: 1, overtime: 0 },
    gross: amounts.reduce((sum, [, amount]) => sum + amount, own),
  };
}
