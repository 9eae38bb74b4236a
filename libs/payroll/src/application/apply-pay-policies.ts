import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { PayPolicy, type PayPolicyStatement } from '../domain/index.ts';
import type { PayPolicyRepository } from './ports.ts';

/** Makes the company's pay policies what the operator's file says. */
export class ApplyPayPolicies {
  constructor(private readonly policies: PayPolicyRepository) {}

  /**
   * @param prune takes back those that the file leaves out
   * @throws ValidationFailed naming every wrong place, such as `payPolicies[0].overtime`
   */
  async execute(
    stated: readonly PayPolicyStatement[],
    { prune }: { readonly prune: boolean },
  ): Promise<void> {
    const known = new Map((await this.policies.load()).map((policy) => [String(policy.validFrom), policy]));
    const problems: FieldProblem[] = [];
    const next = stated.flatMap((each, index) => {
      try {
        return PayPolicy.stated(each, known.get(each.validFrom));
      } catch (error) {
        if (!(error instanceof ValidationFailed)) throw error;
        const at = (field: string) => `payPolicies[${index}].${field}`;
        problems.push(...error.details.map(({ field, message }) => ({ field: at(field), message })));
        return [];
      }
    });
    if (problems.length > 0) throw new ValidationFailed(problems);
    const changed = next.filter((policy) => !known.get(policy.validFrom)?.equals(policy));
    if (changed.length > 0) await this.policies.save(changed);
    const listed = new Set(next.map(({ validFrom }) => String(validFrom)));
    const left = prune ? [...known.values()].filter(({ validFrom }) => !listed.has(validFrom)) : [];
    if (left.length > 0) await this.policies.deactivate(left);
  }
}
