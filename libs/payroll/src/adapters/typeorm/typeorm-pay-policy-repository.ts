import type { Transaction } from '@furrow/database';
import { In } from 'typeorm';
import { PayPolicyRepository } from '../../application/ports.ts';
import type { PayPolicy } from '../../domain/index.ts';
import { policyOf, policyRowOf } from './mapper.ts';
import { PayPolicyRow } from './rows.ts';

export class TypeormPayPolicyRepository extends PayPolicyRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async load(): Promise<PayPolicy[]> {
    const rows = await this.tx.manager.find(PayPolicyRow, {
      ...this.#inForce,
      lock: { mode: 'for_no_key_update' },
    });
    return rows.map(policyOf);
  }

  override async inForce(): Promise<PayPolicy[]> {
    return (await this.tx.manager.find(PayPolicyRow, this.#inForce)).map(policyOf);
  }

  override async save(policies: readonly PayPolicy[]): Promise<void> {
    const { companyId, manager } = this.tx;
    const rows = policies.map((policy) => policyRowOf(companyId, policy));
    await manager.upsert(PayPolicyRow, rows, ['companyId', 'validFrom']);
  }

  override async deactivate(policies: readonly PayPolicy[]): Promise<void> {
    const { companyId, manager } = this.tx;
    const validFrom = In(policies.map((policy) => policy.validFrom));
    await manager.update(PayPolicyRow, { companyId, validFrom }, { active: false });
  }

  get #inForce() {
    const { companyId } = this.tx;
    return { where: { companyId, active: true }, order: { validFrom: 'ASC' } } as const;
  }
}
