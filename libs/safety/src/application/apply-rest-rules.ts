import { type ApplyOptions, declaredIn, Reconciliation } from '@furrow/kernel/declarations';
import { RestRule, type RestRuleDeclaration } from '../domain/index.ts';
import type { RestRuleRepository } from './ports.ts';

/** Applies the rest rules of the farm file. */
export class ApplyRestRules {
  constructor(private readonly rules: RestRuleRepository) {}

  /** @throws ValidationFailed naming every wrong member, such as `restRules[0].above` */
  async execute(declared: readonly RestRuleDeclaration[], options: ApplyOptions): Promise<void> {
    const known = new Map((await this.rules.all()).map((rule) => [rule.key, rule]));
    const file = new Reconciliation(options);
    const { added, changed } = file.reconcile(
      known,
      declaredIn('restRules', declared, ({ key }) => key),
      {
        declare: (declaration, before) => {
          const rule = RestRule.declare(declaration);
          return before?.equals(rule) ? before : rule;
        },
        deactivate: (rule) => rule.deactivated(),
      },
      'key',
    );
    file.assertValid();
    if (added.length + changed.length > 0) await this.rules.save([...added, ...changed]);
  }
}
