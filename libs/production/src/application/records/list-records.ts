import type { Page, PageRequest } from '@furrow/kernel';
import {
  type ProductionRecord,
  type ProductionSession,
  type Viewer,
  SessionNotFound,
} from '../../domain/index.ts';
import type { ProductionTransactions } from '../ports.ts';

/** Shows the movements of a session to its owner and to admins, page by page. */
export class ListRecords {
  constructor(private readonly transactions: ProductionTransactions) {}

  /** @throws SessionNotFound | NotSessionOwner */
  execute(
    companyId: string,
    viewer: Viewer,
    sessionId: string,
    request: PageRequest,
  ): Promise<Page<ProductionRecord> & { readonly session: ProductionSession }> {
    return this.transactions.run(companyId, async ({ sessions, records }) => {
      const session = await sessions.find(sessionId);
      if (!session) throw new SessionNotFound();
      session.assertReadableBy(viewer);
      return { session, ...(await records.page(session.id, request)) };
    });
  }
}
