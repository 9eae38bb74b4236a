import type { Page, PageRequest } from '@furrow/kernel';
import {
  type ProductionRecord,
  type ProductionSession,
  type Viewer,
  SessionNotFound,
} from '../../domain/index.ts';
import type { ProductionTransactions } from '../ports.ts';
import { authorsOf } from './authors.ts';

/** Shows the movements of a session to its owner and to admins, page by page. */
export class ListRecords {
  constructor(private readonly transactions: ProductionTransactions) {}

  /** @throws SessionNotFound | NotSessionOwner */
  execute(
    companyId: string,
    viewer: Viewer,
    sessionId: string,
    request: PageRequest,
  ): Promise<
    Page<ProductionRecord> & {
      readonly session: ProductionSession;
      readonly authors: ReadonlyMap<string, string>;
      /** The ids of records that may be repeats. */
      readonly repeats: ReadonlySet<string>;
    }
  > {
    return this.transactions.run(companyId, async (repositories) => {
      const { sessions, records } = repositories;
      const session = await sessions.find(sessionId);
      if (!session) throw new SessionNotFound();
      session.assertReadableBy(viewer);
      const page = await records.page(session.id, request);
      return {
        session,
        ...page,
        authors: await authorsOf(repositories, session, page.items),
        repeats: await repositories.records.possibleRepeats(session),
      };
    });
  }
}
