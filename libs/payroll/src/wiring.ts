import type { Transaction } from '@furrow/platform';
import { TypeormPayPolicyRepository } from './adapters/typeorm/typeorm-pay-policy-repository.ts';
import { ApplyPayPolicies } from './application/apply-pay-policies.ts';

/** The operator's use cases within one transaction, which other contexts share. */
export function wirePayrollIn(tx: Transaction) {
  return { applyPayPolicies: new ApplyPayPolicies(new TypeormPayPolicyRepository(tx)) };
}
