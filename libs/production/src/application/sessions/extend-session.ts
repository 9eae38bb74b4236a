import type { Clock } from '@furrow/kernel';
import { lockOwnSession } from './own-session.ts';
import type { ProductionTransactions } from '../ports.ts';

export interface ExtendSessionInput {
  readonly sessionId: string;
  readonly maxDurationHours: number;
}

/** Sets another maximum duration for the caller's open session, counted from its opening. */
export class ExtendSession {
  constructor(
    private readonly transactions: ProductionTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws SessionNotFound | NotSessionOwner | SessionNotOpen | DurationElapsed */
  execute(
    companyId: string,
    userId: string,
    { sessionId, maxDurationHours }: ExtendSessionInput,
  ): Promise<void> {
    return this.transactions.run(companyId, async (repositories) => {
      const session = await lockOwnSession(repositories, sessionId, userId);
      session.extend(maxDurationHours, this.clock.now());
      await repositories.sessions.update(session);
    });
  }
}
