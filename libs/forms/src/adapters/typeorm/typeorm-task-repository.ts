import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { TaskRepository } from '../../application/ports.ts';
import type { Task } from '../../domain/index.ts';
import { taskColumns, taskOf, type TaskRow } from './mapper.ts';
import { holdForms } from './typeorm-form-repository.ts';

const TASKS = `
  SELECT task_id, key, form_id, assignee_id, project_id, sector_id, due_at, status, active
  FROM forms.tasks WHERE company_id = $1`;

export class TypeormTaskRepository extends TaskRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async find(taskId: string): Promise<Task | undefined> {
    if (!isId(taskId)) return undefined;
    const [row] = await this.tx.query<TaskRow>(`${TASKS} AND task_id = $2`, [this.tx.companyId, taskId]);
    return row && taskOf(row);
  }

  override async setDone(taskId: string): Promise<void> {
    await this.tx.query(
      `UPDATE forms.tasks SET status = 'done' WHERE company_id = $1 AND task_id = $2 AND status <> 'done'`,
      [this.tx.companyId, taskId],
    );
  }

  override async load(): Promise<Task[]> {
    await holdForms(this.tx);
    const rows = await this.tx.query<TaskRow>(`${TASKS} ORDER BY key`, [this.tx.companyId]);
    return rows.map(taskOf);
  }

  override async save(tasks: readonly Task[]): Promise<void> {
    await this.tx.query(SAVE_TASKS, [this.tx.companyId, JSON.stringify(tasks.map(taskColumns))]);
  }

  override async taskForms(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.tx.query<{ key: string; id: string }>(
      `SELECT key, form_id AS id FROM forms.forms WHERE company_id = $1 AND type = 'task' AND active`,
      [this.tx.companyId],
    );
    return new Map(rows.map(({ key, id }) => [key, id]));
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
