import type { Clock } from '@furrow/kernel';
import type { Closure } from '../../domain/index.ts';
import { lockOwnSession } from './own-session.ts';
import type { ProductionTransactions } from '../ports.ts';

export interface CloseSessionInput {
  readonly sessionId: string;
  readonly finalNotes: string | null;
}

/** Closes the caller's open session, which makes its quality breakdown final. */
export class CloseSession {
  constructor(
    private readonly transactions: ProductionTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws SessionNotFound | NotSessionOwner | SessionNotOpen */
  execute(companyId: string, userId: string, { sessionId, finalNotes }: CloseSessionInput): Promise<Closure> {
    return this.transactions.run(companyId, async (repositories) => {
      const session = await lockOwnSession(repositories, sessionId, userId);
      const now = this.clock.now();
      const closure = session.close(finalNotes, now);
      await repositories.sessions.update(session);
      await repositories.snapshots.refresh([session.id], now);
      return closure;
    });
  }
}
