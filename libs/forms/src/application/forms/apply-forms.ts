import type { ApplyOptions } from '@furrow/kernel/declarations';
import { Form, type FormDeclaration } from '../../domain/index.ts';
import type { FormRepository } from '../ports.ts';
import { reconcile } from '../reconcile.ts';

/** Applies the forms of the farm file. Applying the same forms again writes nothing. */
export class ApplyForms {
  constructor(private readonly register: FormRepository) {}

  /**
   * @returns the ids of the applied forms, by key
   * @throws ValidationFailed naming every wrong member, such as `forms[0].fields[2].options`
   */
  async execute(
    declarations: readonly FormDeclaration[],
    options: ApplyOptions,
  ): Promise<Record<string, string>> {
    const { written, ids } = reconcile(
      'forms',
      await this.register.load(),
      declarations,
      options,
      (declaration, before) => before?.redeclared(declaration) ?? Form.define(declaration),
    );
    if (written.length > 0) await this.register.save(written);
    return ids;
  }
}
