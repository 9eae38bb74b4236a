import { type ApplyOptions, declaredIn, isInUse, Reconciliation } from '@furrow/kernel/declarations';
import { PayPolicy, type PayPolicyDeclaration } from '../domain/index.ts';
import type { PayPolicyRepository } from './ports.ts';

/** Applies the pay policies of the farm file. */
export class ApplyPayPolicies {
  constructor(private readonly policies: PayPolicyRepository) {}

  /**
   * @param prune withdraws those that the file leaves out
   * @throws ValidationFailed naming every wrong member, such as `payPolicies[0].overtime`
   */
  async execute(declared: readonly PayPolicyDeclaration[], options: ApplyOptions): Promise<void> {
    const known = new Map((await this.policies.load()).map((policy) => [String(policy.validFrom), policy]));
    const file = new Reconciliation(options);
    const { added, changed, left, ...reconciled } = file.reconcile(
      known,
      declaredIn('payPolicies', declared, ({ validFrom }) => validFrom),
      {
        declare: (declaration, before) => {
          const policy = PayPolicy.declare(declaration, before);
          return before?.equals(policy) ? before : policy;
        },
        deactivate: (policy) => policy,
      },
      'validFrom',
    );
    file.assertValid();
    if (added.length + changed.length > 0) await this.policies.save([...added, ...changed]);
    const unused = new Set(declared.filter((policy) => !isInUse(policy)).map(({ validFrom }) => validFrom));
    const withdrawn = [...reconciled.declared.values()].filter(({ validFrom }) => unused.has(validFrom));
    if (left.length + withdrawn.length > 0) await this.policies.deactivate([...left, ...withdrawn]);
  }
}
