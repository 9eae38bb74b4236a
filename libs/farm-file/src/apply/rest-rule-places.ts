import type { AppliedProjects } from '@furrow/agronomy';
import type { Transaction } from '@furrow/database';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { RestRuleDeclaration } from '@furrow/safety/domain';
import type { FarmRestRule } from '../schema/farm-file.ts';
import { knownPlaces } from './places.ts';

/** Rest rules with the ids of their projects, which may be in the file or in the database. @throws ValidationFailed */
export async function placedRestRules(
  tx: Transaction,
  rules: readonly FarmRestRule[],
  applied: AppliedProjects,
): Promise<RestRuleDeclaration[]> {
  const places = await knownPlaces(tx, rules, applied);
  const problems: FieldProblem[] = [];
  const placed = rules.map(({ project, ...rule }, index): RestRuleDeclaration => {
    const projectId = places.get(project);
    if (projectId === undefined)
      problems.push({ field: `restRules[${index}].project`, message: `names no project: "${project}"` });
    return { ...rule, projectId: projectId ?? '' };
  });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return placed;
}
