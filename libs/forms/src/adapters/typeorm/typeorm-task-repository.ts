import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { Not } from 'typeorm';
import type { TaskForm, TaskRepository } from '../../application/ports.ts';
import type { Task } from '../../domain/index.ts';
import { taskColumns, taskOf } from './mapper.ts';
import { FormRow, TaskRow } from './rows.ts';
import { FORMS_AND_TASKS } from './typeorm-form-repository.ts';

export class TypeormTaskRepository implements TaskRepository {
  constructor(private readonly tx: Transaction) {}

  async find(taskId: string): Promise<Task | undefined> {
    if (!isId(taskId)) return undefined;
    const row = await this.tx.manager.findOneBy(TaskRow, { companyId: this.tx.companyId, taskId });
    return row === null ? undefined : taskOf(row);
  }

  async setDone(taskId: string): Promise<void> {
    const { companyId, manager } = this.tx;
    await manager.update(TaskRow, { companyId, taskId, status: Not('done') }, { status: 'done' });
  }

  async load(): Promise<Task[]> {
    await this.tx.lock(FORMS_AND_TASKS);
    const { companyId, manager } = this.tx;
    return (await manager.find(TaskRow, { where: { companyId }, order: { key: 'ASC' } })).map(taskOf);
  }

  async save(tasks: readonly Task[]): Promise<void> {
    await this.tx.query(SAVE_TASKS, [this.tx.companyId, JSON.stringify(tasks.map(taskColumns))]);
  }

  async taskForms(): Promise<ReadonlyMap<string, TaskForm>> {
    const { companyId, manager } = this.tx;
    const forms = await manager.findBy(FormRow, { companyId, type: 'task' });
    return new Map(forms.map(({ key, formId, active }) => [key, { formId, active }]));
  }
}

/** The status is not written, because a report that arrives meanwhile must not be undone. */
const SAVE_TASKS = `
  INSERT INTO forms.tasks
    (company_id, task_id, key, form_id, assignee_id, project_id, sector_id, due_at, status, active)
  SELECT $1, * FROM jsonb_to_recordset($2) AS r (
    task_id uuid, key text, form_id uuid, assignee_id uuid, project_id uuid, sector_id uuid, due_at timestamptz,
    status text, active boolean)
  ON CONFLICT (company_id, task_id) DO UPDATE SET
    assignee_id = excluded.assignee_id, project_id = excluded.project_id, sector_id = excluded.sector_id,
    due_at = excluded.due_at, active = excluded.active`;
