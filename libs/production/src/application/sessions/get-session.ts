import { SessionNotFound } from '../../domain/index.ts';
import type { ProductionTransactions } from '../ports.ts';
import { shown, type ShownSession } from './shown-session.ts';

/** Shows a session to its owner. */
export class GetSession {
  constructor(private readonly transactions: ProductionTransactions) {}

  /** @throws SessionNotFound | NotSessionOwner */
  execute(companyId: string, userId: string, sessionId: string): Promise<ShownSession> {
    return this.transactions.run(companyId, async (repositories) => {
      const session = await repositories.sessions.find(sessionId);
      if (!session) throw new SessionNotFound();
      session.assertOwnedBy(userId);
      return shown(repositories, session);
    });
  }
}
