import type { Database } from '@furrow/database';
import type { FormQuery, FormView, TaskFormView } from '../../application/ports.ts';
import type { FormUser } from '../../domain/index.ts';

const VIEW = `f.form_id AS "formId", f.key, f.name, f.type, f.subtype, f.version,
    json_build_object('roles', f.access_roles, 'users', f.access_users) AS access, v.fields`;

const FORMS = `
  FROM forms.forms f
  JOIN forms.form_versions v USING (company_id, form_id, version)`;

/** $2 the user's role, $3 their idpId. */
const VISIBLE = `($2 = 'admin' OR $2 = ANY (f.access_roles) OR $3 = ANY (f.access_users))`;

const MONITORING = `
  SELECT ${VIEW} ${FORMS}
  WHERE f.company_id = $1 AND f.active AND f.type = 'monitoring' AND ${VISIBLE}
  ORDER BY f.name, f.form_id`;

/** A user who has a task of a form may see the form. */
const TASKS = `
  SELECT ${VIEW}, coalesce(own.tasks, '[]') AS tasks ${FORMS}
  LEFT JOIN (
    SELECT form_id,
           json_agg(json_build_object('taskId', task_id, 'status', status,
             'dueAt', to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'projectId', project_id, 'sectorId', sector_id) ORDER BY due_at, task_id) AS tasks
    FROM forms.tasks
    WHERE company_id = $1 AND assignee_id = $4 AND active
    GROUP BY form_id
  ) AS own USING (form_id)
  WHERE f.company_id = $1 AND f.active AND f.type = 'task' AND (${VISIBLE} OR own.form_id IS NOT NULL)
  ORDER BY f.name, f.form_id`;

export class TypeormFormQuery implements FormQuery {
  constructor(private readonly database: Database) {}

  monitoring(companyId: string, { role, idpId }: FormUser): Promise<FormView[]> {
    return this.database.tenant(companyId, (tx) => tx.query<FormView>(MONITORING, [companyId, role, idpId]));
  }

  tasks(companyId: string, { role, idpId, userId }: FormUser): Promise<TaskFormView[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<TaskFormView>(TASKS, [companyId, role, idpId, userId]),
    );
  }
}
