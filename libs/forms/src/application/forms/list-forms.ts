import type { FormUser } from '../../domain/index.ts';
import type { FormQuery, FormView, TaskFormView } from '../ports.ts';

export interface ListFormsInput {
  /**
   * `tasks`: task forms, each with the user's own tasks, done ones included; anything else, or null: the monitoring forms
   * that the user may see.
   */
  readonly subtype: string | null;
}

/** The forms that a user may fill in. */
export class ListForms {
  constructor(private readonly query: FormQuery) {}

  execute(
    companyId: string,
    user: FormUser,
    { subtype }: ListFormsInput,
  ): Promise<(FormView | TaskFormView)[]> {
    return subtype === 'tasks' ? this.query.tasks(companyId, user) : this.query.monitoring(companyId, user);
  }
}
