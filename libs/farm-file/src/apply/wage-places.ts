import type { AppliedProjects } from '@furrow/agronomy';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { ProjectWageDeclaration } from '@furrow/payroll';
import type { Transaction } from '@furrow/database';
import type { FarmWage } from '../schema/farm-file.ts';
import { knownPlaces } from './places.ts';

/**
 * Project wages with the ids of their projects, which may be in the file or in the database.
 * @throws ValidationFailed for unknown projects
 */
export async function placedWages(
  tx: Transaction,
  wages: readonly FarmWage[],
  applied: AppliedProjects,
): Promise<ProjectWageDeclaration[]> {
  const places = await knownPlaces(tx, wages, applied);
  const problems: FieldProblem[] = [];
  const placed = wages.flatMap(({ project, ...wage }, index): ProjectWageDeclaration[] => {
    const projectId = places.get(project);
    if (projectId !== undefined) return [{ ...wage, projectId }];
    problems.push({ field: `projectWages[${index}].project`, message: `names no project: "${project}"` });
    return [];
  });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return placed;
}
