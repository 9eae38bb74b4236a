import type { Clock } from '@furrow/kernel';
import {
  negativeGross,
  type PayHead,
  type PayResult,
  type PayRun,
  type StatementView,
  TotalsOfStatements,
  type Wages,
} from '../domain/index.ts';
import type { PayrollRepositories } from './ports.ts';
import { payNow } from './work-out-pay.ts';

/** The terms of a run, known before its figures are. */
export type PayTermsOfRun = Omit<PayHead, 'flags'>;

/** The figures of a run, as of their calculation or of the run's freezing. */
export interface PayFigures extends PayResult {
  readonly calculatedAt: Date;
  /** By worker id, in batches; those of a frozen run are read once, in the transaction that found it. */
  readonly statements: AsyncIterable<readonly StatementView[]> | readonly (readonly StatementView[])[];
}

export interface CalculatedPay extends PayFigures {
  /** By which it was calculated. */
  readonly wages: Wages;
  readonly statements: readonly (readonly StatementView[])[];
}

export interface Calculation {
  /** The instant at which its turn began. */
  readonly at: Date;
  /** Null: all workers. */
  readonly workerId: string | null;
  /** Called with the terms before the figures are calculated. */
  readonly begin?: (terms: PayTermsOfRun) => void;
}

/**
 * The current figures of a draft, complete and in memory, so that the transaction and the company's turn end before a
 * client reads them. They take less memory than the work from which they are calculated.
 * @throws PayPolicyChanges
 */
export async function calculatePay(
  repositories: PayrollRepositories,
  run: PayRun,
  clock: Clock,
  { at, workerId, begin }: Calculation,
): Promise<CalculatedPay> {
  const { wages, workOut, ...terms } = await payNow(repositories, { run, workerId, now: clock.now() });
  begin?.(terms);
  const { flags, statements } = await workOut();
  const totals = new TotalsOfStatements();
  const kept: (readonly StatementView[])[] = [];
  for await (const batch of statements) {
    totals.add(batch);
    if (batch.length > 0) kept.push(batch);
    await repositories.yieldToOthers();
  }
  const negative = kept.flatMap(negativeGross);
  const figures = { ...terms, flags: [...flags, ...negative], totals: totals.value };
  return { ...figures, wages, calculatedAt: at, statements: kept };
}
