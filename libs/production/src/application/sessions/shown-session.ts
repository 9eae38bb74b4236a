import { currencyDecimals } from '@furrow/kernel';
import type { HarvestWarning, MovementSums, ProductionSession } from '../../domain/index.ts';
import type { ProductionRepositories } from '../ports.ts';

/** A session with the figures that are computed on every read. */
export interface ShownSession {
  readonly session: ProductionSession;
  readonly sums: MovementSums;
  /** How many of its records may be repeats. */
  readonly possibleRepeats: number;
  /** Of its amount, as the company's currency has them. */
  readonly decimals: number;
  readonly warnings: readonly HarvestWarning[];
}

/** The decimals of amounts in the company's currency. */
export const decimalsIn = async ({ company }: Pick<ProductionRepositories, 'company'>): Promise<number> =>
  currencyDecimals(await company.currency());

export async function shown(
  repositories: ProductionRepositories,
  session: ProductionSession,
): Promise<ShownSession> {
  const { sessions, records, projects } = repositories;
  const [sums, repeats, warnings, decimals] = await Promise.all([
    sessions.sums(session.id),
    records.possibleRepeats(session),
    projects.warnings([session]),
    decimalsIn(repositories),
  ]);
  return { session, sums, possibleRepeats: repeats.size, decimals, warnings: warnings.get(session.id) ?? [] };
}
