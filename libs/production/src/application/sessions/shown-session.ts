import type { HarvestWarning, MovementSums, ProductionSession } from '../../domain/index.ts';
import type { ProductionRepositories } from '../ports.ts';
import { amountsOf } from '../prices/session-amounts.ts';

/** A session with the figures that are computed on every read. */
export interface ShownSession {
  readonly session: ProductionSession;
  readonly sums: MovementSums;
  /** How many of its records may be repeats. */
  readonly possibleRepeats: number;
  /** What it is worth, as exact decimal text; null without a price. */
  readonly amount: string | null;
  readonly warnings: readonly HarvestWarning[];
}

export async function shown(
  repositories: ProductionRepositories,
  session: ProductionSession,
): Promise<ShownSession> {
  const { sessions, records, projects } = repositories;
  const [sums, repeats, warnings, amountOf] = await Promise.all([
    sessions.sums(session.id),
    records.possibleRepeats(session),
    projects.warnings([session]),
    amountsOf(repositories, [session]),
  ]);
  return {
    ...{ session, sums, possibleRepeats: repeats.size, amount: amountOf({ session, sums }) },
    warnings: warnings.get(session.id) ?? [],
  };
}
