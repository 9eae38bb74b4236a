import type { Clock } from '@furrow/kernel';
import { SessionNotFound, type Viewer } from '../../domain/index.ts';
import type { HarvestQuery, ProductionTransactions } from '../ports.ts';
import { shown } from '../sessions/shown-session.ts';
import { reported, type ReportedSession } from './reported-sessions.ts';

/** Shows a session with its report to its owner and to admins. */
export class ReportSession {
  constructor(
    private readonly transactions: ProductionTransactions,
    private readonly harvest: HarvestQuery,
    private readonly clock: Clock,
  ) {}

  /** @throws SessionNotFound | NotSessionOwner */
  async execute(companyId: string, viewer: Viewer, sessionId: string): Promise<ReportedSession> {
    const found = await this.transactions.run(companyId, async (repositories) => {
      const session = await repositories.sessions.find(sessionId);
      if (!session) throw new SessionNotFound();
      session.assertReadableBy(viewer);
      return shown(repositories, session);
    });
    const ownerUserId = found.session.state.owner.userId;
    const scope = { companyId, ownerUserId, now: this.clock.now() };
    const [session] = await reported(this.harvest, scope, [found]);
    return session ?? { ...found, report: undefined };
  }
}
