import type { Clock } from '@furrow/kernel';
import type { SessionChanges } from '../../domain/index.ts';
import { lockOwnSession } from './own-session.ts';
import type { ProductionTransactions } from '../ports.ts';

/** Changes the terms of the caller's open session. */
export class UpdateSession {
  constructor(
    private readonly transactions: ProductionTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns whether anything differed
   * @throws SessionNotFound | NotSessionOwner | SessionNotOpen
   */
  execute(companyId: string, userId: string, sessionId: string, changes: SessionChanges): Promise<boolean> {
    return this.transactions.run(companyId, async (repositories) => {
      const session = await lockOwnSession(repositories, sessionId, userId);
      const updated = session.update(changes, this.clock.now());
      if (updated) await repositories.sessions.update(session);
      return updated;
    });
  }
}
