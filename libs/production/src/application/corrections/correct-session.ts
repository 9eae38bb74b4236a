import type { Clock } from '@furrow/kernel';
import {
  checkCorrectedBonus,
  newCorrectionId,
  type SessionCorrection,
  SessionNotFound,
} from '../../domain/index.ts';
import type { ProductionTransactions } from '../ports.ts';
import { decimalsIn } from '../prices/session-amounts.ts';
import { type ShownSession, shown } from '../sessions/shown-session.ts';

/** Changes what a closed session pays, on behalf of the office; what frozen pay runs have paid of it is adjusted. */
export class CorrectSession {
  constructor(
    private readonly transactions: ProductionTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the session as it is now, also if nothing differed
   * @throws ValidationFailed | SessionNotFound | SessionStillOpen
   */
  execute(
    companyId: string,
    userId: string,
    sessionId: string,
    { reason, ...changes }: SessionCorrection,
  ): Promise<ShownSession> {
    return this.transactions.run(companyId, async (repositories) => {
      const session = await repositories.sessions.lockForChange(sessionId);
      if (!session) throw new SessionNotFound();
      if (changes.bonus)
        checkCorrectedBonus(changes.bonus, session.state.bonus, await decimalsIn(repositories));
      const now = this.clock.now();
      if (session.correct(changes, now)) {
        await repositories.sessions.update(session);
        const made = { correctionId: newCorrectionId(), by: userId, at: now };
        await repositories.corrections.add({ ...made, sessionId: session.id, record: null, reason });
      }
      return shown(repositories, session);
    });
  }
}
