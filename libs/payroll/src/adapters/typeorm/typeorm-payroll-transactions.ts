import { setImmediate } from 'node:timers/promises';
import { FairSemaphore } from '@furrow/concurrency';
import { type Database, sqlStateOf, type Transaction } from '@furrow/database';
import { type FarmWork, type PayrollRepositories, PayrollTransactions } from '../../application/ports.ts';
import { CalculationsBusy } from '../../domain/index.ts';
import { TypeormManualLineRepository } from './typeorm-manual-line-repository.ts';
import { TypeormPayPolicyRepository } from './typeorm-pay-policy-repository.ts';
import { TypeormPayRunRepository } from './typeorm-pay-run-repository.ts';
import { TypeormReceiptRepository } from './typeorm-receipt-repository.ts';
import { TypeormWageRepository } from './typeorm-wage-repository.ts';

/** The share of database connections for calculations. */
const OF_POOL = 0.5;
/** Twice what one company holds: a read and a freeze. */
const LEAST = 4;
/** As long as a request waits for a connection. */
const TIMEOUT_MS = 10_000;
/** Each waiting calculation of a company takes up to seconds, so more would not be served in time. */
const MAX_WAITING = 16;
const LOCK_TIMED_OUT = '55P03';

export class TypeormPayrollTransactions extends PayrollTransactions {
  /** One for a company and purpose: only that one waits with a connection for those of other processes. */
  readonly turns: FairSemaphore;

  constructor(
    private readonly database: Database,
    private readonly workIn: (tx: Transaction) => FarmWork,
  ) {
    super();
    const permits = Math.max(LEAST, Math.floor(database.poolState.size * OF_POOL));
    this.turns = new FairSemaphore({ permits, share: 1, timeoutMs: TIMEOUT_MS, maxWaiting: MAX_WAITING });
  }

  override run<T>(companyId: string, work: (repositories: PayrollRepositories) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) => work(this.#repositories(tx)));
  }

  override async calculate<T>(
    companyId: string,
    purpose: 'read' | 'freeze',
    work: (repositories: PayrollRepositories, at: Date) => Promise<T>,
  ): Promise<T> {
    const release = await this.turns.acquire(`${companyId} ${purpose}`);
    if (release === undefined) throw new CalculationsBusy();
    try {
      return await this.database.tenant(companyId, async (tx) =>
        work(this.#repositories(tx), await turnOf(tx)),
      );
    } finally {
      release();
    }
  }

  #repositories(tx: Transaction): PayrollRepositories {
    return {
      policies: new TypeormPayPolicyRepository(tx),
      wages: new TypeormWageRepository(tx),
      lines: new TypeormManualLineRepository(tx),
      runs: new TypeormPayRunRepository(tx),
      work: this.workIn(tx),
      receipts: new TypeormReceiptRepository(tx),
      yieldToOthers: () => setImmediate(),
    };
  }
}

/**
 * Waits for the company's turn, which lasts as long as the transaction. PostgreSQL grants it in order of arrival.
 * @returns PostgreSQL's time, by which calculations of all processes are in order
 */
async function turnOf(tx: Transaction): Promise<Date> {
  try {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('pay calculation ' || $1, 0))`, [
      tx.companyId,
    ]);
  } catch (error) {
    throw sqlStateOf(error) === LOCK_TIMED_OUT ? new CalculationsBusy() : error;
  }
  const [row] = await tx.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  if (row === undefined) throw new Error('PostgreSQL did not tell the time');
  return row.now;
}
