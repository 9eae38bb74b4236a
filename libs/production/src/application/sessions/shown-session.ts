import type { HarvestWarning, MovementSums, ProductionSession } from '../../domain/index.ts';
import type { ProductionRepositories } from '../ports.ts';

/** A session with the figures that are computed on every read. */
export interface ShownSession {
  readonly session: ProductionSession;
  readonly sums: MovementSums;
  readonly warnings: readonly HarvestWarning[];
}

/** Reads the sums and warnings of all sessions in one round trip each. */
export async function shown(
  { sessions, projects }: ProductionRepositories,
  session: ProductionSession,
): Promise<ShownSession> {
  const [sums, warnings] = await Promise.all([sessions.sums(session.id), projects.warnings([session])]);
  return { session, sums, warnings: warnings.get(session.id) ?? [] };
}
