import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { type ApplyOptions, isInUse, type Withdrawable } from '@furrow/kernel/declarations';
import { Task, type TaskContent } from '../../domain/index.ts';
import type { Assignees, TaskForm, TaskRepository } from '../ports.ts';
import { reconcile } from '../reconcile.ts';

/** A task as the farm file declares it, whole; its form and assignee by key and idpId, its place by id. */
export interface TaskDeclaration extends Withdrawable {
  readonly key: string;
  /** The key of a task form. */
  readonly form: string;
  /** idpId. */
  readonly assignee: string | null;
  readonly projectId: string | null;
  readonly sectorId: string | null;
  readonly dueAt: Date | null;
}

/** Applies the tasks of the farm file, after its forms, because tasks refer to them. */
export class ApplyTasks {
  constructor(
    private readonly register: TaskRepository,
    private readonly assignees: Assignees,
  ) {}

  /**
   * @returns the ids of the applied tasks, by key
   * @throws ValidationFailed naming every wrong member, such as `tasks[0].assignee`
   */
  async execute(
    declarations: readonly TaskDeclaration[],
    options: ApplyOptions,
  ): Promise<Record<string, string>> {
    const existing = await this.register.load();
    const forms = await this.register.taskForms();
    const people = await this.assignees.userIds(declarations.flatMap(({ assignee }) => assignee ?? []));
    const { written, ids } = reconcile('tasks', existing, declarations, options, (declaration, before) => {
      const content = contentOf(declaration, forms, people);
      const active = isInUse(declaration);
      return before?.redeclared(content, active) ?? Task.assign(declaration.key, content, active);
    });
    if (written.length > 0) await this.register.save(written);
    return ids;
  }
}

/** @throws ValidationFailed for an unknown form or user */
function contentOf(
  { form, assignee, projectId, sectorId, dueAt, status }: TaskDeclaration,
  forms: ReadonlyMap<string, TaskForm>,
  people: ReadonlyMap<string, string>,
): TaskContent {
  const known = forms.get(form);
  // A task that is out of use may keep a form that is.
  const formId = known && (known.active || !isInUse({ status })) ? known.formId : undefined;
  const assigneeId = assignee === null ? null : people.get(assignee);
  const problems: FieldProblem[] = [];
  if (formId === undefined) problems.push({ field: 'form', message: `names no task form: "${form}"` });
  if (assigneeId === undefined) problems.push({ field: 'assignee', message: `names no user: "${assignee}"` });
  if (formId === undefined || assigneeId === undefined) throw new ValidationFailed(problems);
  return { formId, assigneeId, projectId, sectorId, dueAt };
}
