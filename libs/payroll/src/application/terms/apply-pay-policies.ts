import { type ApplyOptions, declaredIn, Reconciliation } from '@furrow/kernel/declarations';
import { PayPolicy, type PayPolicyDeclaration, policyKey } from '../../domain/index.ts';
import { inUse, knownGroup } from './declared-wages.ts';
import type { Crew, PayPolicyRepository } from '../ports.ts';

/** Applies the pay policies of the farm file. */
export class ApplyPayPolicies {
  constructor(
    private readonly policies: PayPolicyRepository,
    private readonly crew: Crew,
  ) {}

  /**
   * @param prune withdraws those that the file leaves out
   * @throws ValidationFailed naming every wrong member, such as `payPolicies[0].overtime`
   */
  async execute(declared: readonly PayPolicyDeclaration[], options: ApplyOptions): Promise<void> {
    const known = new Map((await this.policies.load()).map((policy) => [policy.key, policy]));
    const { group: groups } = await this.crew.offers();
    const file = new Reconciliation(options);
    const reconciled = file.reconcile(
      known,
      declaredIn('payPolicies', declared, policyKey),
      {
        declare: (declaration, before) => {
          knownGroup(declaration, groups);
          const policy = PayPolicy.declare(declaration, before);
          return before?.equals(policy) ? before : policy;
        },
        deactivate: (policy) => policy,
      },
      'validFrom',
    );
    file.assertValid();
    const { saved, withdrawn } = inUse(reconciled, declared, policyKey, ({ key }) => key);
    if (saved.length > 0) await this.policies.save(saved);
    if (withdrawn.length > 0) await this.policies.deactivate(withdrawn);
  }
}
