import type { Transaction } from '@furrow/platform';
import { AccessAssignees } from './adapters/access/access-assignees.ts';
import { SqlFormRegister } from './adapters/typeorm/sql-form-store.ts';
import { SqlTaskRegister } from './adapters/typeorm/sql-task-store.ts';
import { ApplyForms } from './application/apply-forms.ts';
import { ApplyTasks } from './application/apply-tasks.ts';

// The operator's use cases, wired without Nest, on a transaction that other contexts share.

export function applyFormsIn(tx: Transaction): ApplyForms {
  return new ApplyForms(new SqlFormRegister(tx));
}

export function applyTasksIn(tx: Transaction): ApplyTasks {
  return new ApplyTasks(new SqlTaskRegister(tx), new AccessAssignees(tx));
}
