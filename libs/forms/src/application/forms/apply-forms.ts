import type { ApplyOptions } from '@furrow/kernel';
import { Form, type FormStatement } from '../../domain/index.ts';
import type { FormRepository } from '../ports.ts';
import { reconcile } from '../reconcile.ts';

/** Makes the company's forms as the operator's file says. Stating the same again writes nothing. */
export class ApplyForms {
  constructor(private readonly register: FormRepository) {}

  /**
   * @returns the ids of the stated forms, by key
   * @throws ValidationFailed naming every wrong place, such as `forms[0].fields[2].options`
   */
  async execute(
    statements: readonly FormStatement[],
    options: ApplyOptions,
  ): Promise<Record<string, string>> {
    const { written, ids } = reconcile(
      'forms',
      await this.register.load(),
      statements,
      options,
      (statement, before) => before?.restated(statement) ?? Form.define(statement),
    );
    if (written.length > 0) await this.register.save(written);
    return ids;
  }
}
