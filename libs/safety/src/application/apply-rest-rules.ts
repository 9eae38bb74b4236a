import { ValidationFailed } from '@furrow/kernel';
import { type ApplyOptions, declaredIn, Reconciliation } from '@furrow/kernel/declarations';
import { MAX_REST_RULES, RestRule, type RestRuleDeclaration } from '../domain/index.ts';
import type { RestRuleRepository } from './ports.ts';

/** Applies the rest rules of the farm file. */
export class ApplyRestRules {
  constructor(private readonly rules: RestRuleRepository) {}

  /** @throws ValidationFailed naming every wrong member, such as `restRules[0].above` */
  async execute(declared: readonly RestRuleDeclaration[], options: ApplyOptions): Promise<void> {
    const known = new Map((await this.rules.all()).map((rule) => [rule.key, rule]));
    const file = new Reconciliation(options);
    const list = declaredIn('restRules', declared, ({ key }) => key);
    const { added, changed } = file.reconcile(
      known,
      list,
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
    const all = new Map([...known, ...[...added, ...changed].map((rule) => [rule.key, rule] as const)]);
    const inUse = [...all.values()].filter(({ state }) => state.isActive);
    const first = list.find(({ key }) => !known.get(key)?.state.isActive && all.get(key)?.state.isActive);
    if (first && inUse.length > MAX_REST_RULES)
      throw ValidationFailed.of(
        first.path,
        `is one too many: a company has at most ${MAX_REST_RULES} rest rules`,
      );
    if (added.length + changed.length > 0) await this.rules.save([...added, ...changed]);
  }
}
