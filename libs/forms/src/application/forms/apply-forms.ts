import { Form, type FormStatement } from '../../domain/index.ts';
import { type ApplyOptions, reconcile } from '../declared.ts';
import type { FormRepository } from '../ports.ts';

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
    const { changed, ids } = reconcile(
      'forms',
      await this.register.load(),
      statements,
      options,
      (statement, before) => before?.restated(statement) ?? Form.define(statement),
    );
    if (changed.length > 0) await this.register.save(changed);
    return ids;
  }
}
