import type { WorkerView } from '@furrow/workforce';
import type { ListForm } from '../http/export/list-answer.ts';
import { membersOf, table } from '../http/export/table.ts';

/** A worker belongs to no project, and so has no time zone: instants are in UTC only. */
export const WORKERS_FORM: ListForm<WorkerView> = {
  name: 'workers',
  table: table(
    membersOf<WorkerView>(
      ...(['id', 'worker_id', 'first_name', 'last_name', 'full_name', 'hire_date', 'position'] as const),
      ...(['employment_type', 'status', 'document_id', 'phone', 'email', 'photo_url'] as const),
      ...(['created_at', 'updated_at'] as const),
    ),
  ),
};
