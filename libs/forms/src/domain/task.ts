import { type Branded, keyProblem, newId, ValidationFailed } from '@furrow/kernel';
import { Forbidden } from '@furrow/kernel/errors';
import { TaskNotOfForm } from './errors.ts';
import type { FormUser } from './form.ts';

export type TaskId = Branded<string, 'TaskId'>;

export type TaskStatus = 'open' | 'done';

/** The content of a task; its form, users and places are given by id. */
export interface TaskContent {
  readonly formId: string;
  /** The assignee; null: not assigned yet, so that only an admin may report on it. */
  readonly assigneeId: string | null;
  readonly projectId: string | null;
  readonly sectorId: string | null;
  readonly dueAt: Date | null;
}

export interface TaskState extends TaskContent {
  readonly taskId: TaskId;
  /** The key that the farm file gives it, unique in the company, never changed. */
  readonly key: string;
  readonly status: TaskStatus;
  /** False: withdrawn; hidden from everybody, and takes no report. */
  readonly active: boolean;
}

/** Something that a user is to do and to report on with a form. Once done, it stays done. */
export class Task {
  private constructor(readonly state: TaskState) {}

  /** @throws ValidationFailed */
  static assign(key: string, content: TaskContent, active = true): Task {
    const problem = keyProblem(key);
    if (problem !== undefined) throw ValidationFailed.of('key', problem);
    return new Task({ taskId: newId() as TaskId, key, ...checked(content), status: 'open', active });
  }

  static restore(state: TaskState): Task {
    return new Task(state);
  }

  get id(): TaskId {
    return this.state.taskId;
  }

  get key(): string {
    return this.state.key;
  }

  /**
   * The task as it is now declared, active again unless it is declared inactive; the same object if nothing differs.
   * @throws ValidationFailed
   */
  redeclared(content: TaskContent, active = true): Task {
    const old = this.state;
    if (content.formId !== old.formId)
      throw ValidationFailed.of('form', 'cannot change: create a task with another key');
    const next = checked(content);
    const same =
      old.active === active &&
      next.assigneeId === old.assigneeId &&
      next.projectId === old.projectId &&
      next.sectorId === old.sectorId &&
      next.dueAt?.getTime() === old.dueAt?.getTime();
    return same ? this : new Task({ ...old, ...next, active });
  }

  deactivated(): Task {
    return this.state.active ? new Task({ ...this.state, active: false }) : this;
  }

  isOf({ userId }: FormUser): boolean {
    return this.state.assigneeId === userId;
  }

  /** @throws Forbidden | TaskNotOfForm */
  assertReportedBy(user: FormUser, formId: string): void {
    if (!this.isOf(user) && user.role !== 'admin')
      throw new Forbidden('Only the task’s assignee or an admin may report on it.');
    if (this.state.formId !== formId) throw new TaskNotOfForm();
  }
}

function checked({ formId, assigneeId, projectId, sectorId, dueAt }: TaskContent): TaskContent {
  if (sectorId !== null && projectId === null)
    throw ValidationFailed.of('project', 'is needed with a sector');
  return { formId, assigneeId, projectId, sectorId, dueAt };
}
