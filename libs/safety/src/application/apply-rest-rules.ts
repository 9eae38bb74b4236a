import { type ApplyOptions, declaredIn, Reconciliation } from '@furrow/kernel/declarations';
import { ValidationFailed } from '@furrow/kernel';
import { RestRule, type RestRuleDeclaration } from '../domain/index.ts';
import type { RestRuleRepository } from './ports.ts';

/** As many as alert rules of a company: each reader and each run of the job compares all of them. */
export const MAX_REST_RULES = 200;

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
    const saved = [...added, ...changed];
    if (saved.length === 0) return;
    const after = new Map([...known, ...saved.map((rule) => [rule.key, rule] as const)]);
    if ([...after.values()].filter(({ state }) => state.isActive).length > MAX_REST_RULES)
      throw new ValidationFailed([
        {
          field: 'restRules',
          message: `must leave at most ${MAX_REST_RULES} rules of the company in use, with those that it does not list`,
        },
      ]);
    await this.rules.save(saved);
  }
}
