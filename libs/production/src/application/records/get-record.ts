import { RecordNotFound } from '@furrow/kernel/refusals';
import { type ProductionRecord, type ProductionSession } from '../../domain/index.ts';
import type { ProductionTransactions } from '../ports.ts';

/** Shows a record to the owner of its session. */
export class GetRecord {
  constructor(private readonly transactions: ProductionTransactions) {}

  /** @throws RecordNotFound | NotSessionOwner */
  execute(
    companyId: string,
    userId: string,
    recordId: string,
  ): Promise<{ record: ProductionRecord; session: ProductionSession }> {
    return this.transactions.run(companyId, async (repositories) => {
      const record = await repositories.records.find(recordId);
      const session = record && (await repositories.sessions.find(record.state.sessionId));
      if (!session) throw new RecordNotFound();
      session.assertOwnedBy(userId);
      return { record, session };
    });
  }
}
