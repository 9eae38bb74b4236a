import type { HarvestWarning, MovementSums, ProductionSession } from '../../domain/index.ts';
import type { ProductionRepositories } from '../ports.ts';

/** A session with what is worked out whenever it is read. */
export interface ShownSession {
  readonly session: ProductionSession;
  readonly sums: MovementSums;
  readonly warnings: readonly HarvestWarning[];
}

/** Sums and warnings are asked for in one go. */
export async function shown(
  { sessions, projects }: ProductionRepositories,
  session: ProductionSession,
): Promise<ShownSession> {
  const [sums, warnings] = await Promise.all([sessions.sums(session.id), projects.warnings([session])]);
  return { session, sums, warnings: warnings.get(session.id) ?? [] };
}
