import type { AppliedProjects } from '@furrow/agronomy';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { DeclaredPrice } from '@furrow/production/domain';
import type { Transaction } from '@furrow/database';
import type { FarmPrice } from '../schema/farm-file.ts';
import { knownPlaces } from './places.ts';

/**
 * Prices with the ids of their projects, which may be in the file or in the database.
 * @throws ValidationFailed for unknown projects
 */
export async function placedPrices(
  tx: Transaction,
  prices: readonly FarmPrice[],
  applied: AppliedProjects,
): Promise<DeclaredPrice[]> {
  const named = prices.flatMap(({ project }) => (project ? [{ project }] : []));
  const places = await knownPlaces(tx, named, applied);
  const problems: FieldProblem[] = [];
  const placed = prices.map(({ project, ...price }, index): DeclaredPrice => {
    const projectId = project ? places.get(project) : null;
    if (projectId === undefined)
      problems.push({ field: `prices[${index}].project`, message: `names no project: "${project}"` });
    return { ...price, projectId: projectId ?? null };
  });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return placed;
}
