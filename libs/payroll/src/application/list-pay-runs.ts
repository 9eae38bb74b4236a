import type { PageRequest } from '@furrow/kernel';
import type { ListedPayRun, StatementView } from '../domain/index.ts';
import type { PayrollTransactions } from './ports.ts';

type Statements = AsyncIterable<readonly StatementView[]>;

export interface ListPayRunsInput extends PageRequest {
  /** Whether to read the statements of frozen runs; drafts have none in lists. */
  readonly withStatements: boolean;
}

/** The company's runs with the figures of their last calculation, latest first. Nothing is calculated. */
export class ListPayRuns {
  constructor(private readonly transactions: PayrollTransactions) {}

  /**
   * @param read receives one run after the other, to be read before the next one comes
   * @returns the number of runs
   */
  async execute(
    companyId: string,
    request: ListPayRunsInput,
    read: (run: ListedPayRun, statements: Statements | null) => Promise<void>,
  ): Promise<number> {
    const { items, total } = await this.transactions.run(companyId, ({ runs }) => runs.page(request));
    for (const run of items)
      if (!request.withStatements || run.frozenAt === null) await read(run, null);
      // One transaction per run, because a whole page may take long.
      else await this.transactions.run(companyId, ({ runs }) => read(run, runs.statements(run.payRunId)));
    return total;
  }
}
