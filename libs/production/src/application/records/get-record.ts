import { RecordNotFound } from '@furrow/kernel/errors';
import { type ProductionRecord, type ProductionSession } from '../../domain/index.ts';
import type { ProductionTransactions } from '../ports.ts';
import { authorsOf } from './authors.ts';

/** Shows a record to the owner of its session. */
export class GetRecord {
  constructor(private readonly transactions: ProductionTransactions) {}

  /** @throws RecordNotFound | NotSessionOwner */
  execute(
    companyId: string,
    userId: string,
    recordId: string,
  ): Promise<{
    readonly record: ProductionRecord;
    readonly session: ProductionSession;
    readonly authors: ReadonlyMap<string, string>;
    /** The ids of records that may be repeats. */
    readonly repeats: ReadonlySet<string>;
  }> {
    return this.transactions.run(companyId, async (repositories) => {
      const record = await repositories.records.find(recordId);
      const session = record && (await repositories.sessions.find(record.state.sessionId));
      if (!session) throw new RecordNotFound();
      session.assertOwnedBy(userId);
      return {
        record,
        session,
        authors: await authorsOf(repositories, session, [record]),
        repeats: await repositories.records.possibleRepeats(session),
      };
    });
  }
}
