import type { ProductionSession } from '../../domain/index.ts';
import type { ProductionTransactions } from '../ports.ts';

/** Finds the records of a session that may be repeats of others. */
export class FindPossibleRepeats {
  constructor(private readonly transactions: ProductionTransactions) {}

  /** @returns their ids; for a session that marks none without asking the database */
  async execute(companyId: string, session: ProductionSession): Promise<ReadonlySet<string>> {
    if (session.state.repeatSeconds === null) return new Set();
    return this.transactions.run(companyId, ({ records }) => records.possibleRepeats(session));
  }
}
