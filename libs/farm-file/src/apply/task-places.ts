import type { AppliedProjects } from '@furrow/agronomy';
import type { TaskDeclaration } from '@furrow/forms';
import { type FieldProblem, instantOf, ValidationFailed } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import type { FarmTask } from '../schema/farm-file.ts';
import { knownPlaces, nameOf } from './places.ts';

/**
 * Tasks with the ids of their places, which may be in the file or in the database.
 * @throws ValidationFailed for unknown projects and sectors
 */
export async function placedTasks(
  tx: Transaction,
  tasks: readonly FarmTask[],
  applied: AppliedProjects,
): Promise<TaskDeclaration[]> {
  const named = tasks.flatMap(({ project, sector }) => (project ? [{ project, sector }] : []));
  const places = await knownPlaces(tx, named, applied);
  const problems: FieldProblem[] = [];
  const placed = tasks.map(
    ({ key, form, assignee, project, sector, dueAt, status }, index): TaskDeclaration => {
      const refuse = (member: string, message: string) =>
        problems.push({ field: `tasks[${index}].${member}`, message });
      const projectId = project ? places.get(project) : null;
      const sectorId = project && sector ? places.get(nameOf({ project, sector })) : null;
      if (projectId === undefined) refuse('project', `names no project: "${project}"`);
      else if (sectorId === undefined) refuse('sector', `names no sector of ${project}: "${sector}"`);
      else if (sector && projectId === null) refuse('project', 'is needed with a sector');
      return {
        key,
        form,
        assignee: assignee ?? null,
        projectId: projectId ?? null,
        sectorId: sectorId ?? null,
        dueAt: instantOf(dueAt) ?? null,
        status,
      };
    },
  );
  if (problems.length > 0) throw new ValidationFailed(problems);
  return placed;
}
