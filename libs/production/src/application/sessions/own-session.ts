import { type ProductionSession, SessionNotFound } from '../../domain/index.ts';
import type { ProductionRepositories } from '../ports.ts';

/**
 * The caller's own session, locked for a change.
 * @throws SessionNotFound | NotSessionOwner
 */
export async function lockOwnSession(
  repositories: ProductionRepositories,
  sessionId: string,
  userId: string,
): Promise<ProductionSession> {
  const session = await repositories.sessions.lockForChange(sessionId);
  if (!session) throw new SessionNotFound();
  session.assertOwnedBy(userId);
  return session;
}
