import { textOrder } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import type { PayPolicyRepository } from '../../application/ports.ts';
import type { PayPolicy } from '../../domain/index.ts';
import { groupPolicyRowOf, policyOf, policyRowOf } from './mapper.ts';
import { GroupPolicyRow, PayPolicyRow, unlessSame } from './rows.ts';

export class TypeormPayPolicyRepository implements PayPolicyRepository {
  constructor(private readonly tx: Transaction) {}

  async load(): Promise<PayPolicy[]> {
    return this.#found({ lock: { mode: 'for_no_key_update' } });
  }

  inForce(): Promise<PayPolicy[]> {
    return this.#found({});
  }

  save(policies: readonly PayPolicy[]): Promise<void> {
    return this.#put(policies, true);
  }

  deactivate(policies: readonly PayPolicy[]): Promise<void> {
    return this.#put(policies, false);
  }

  async #put(policies: readonly PayPolicy[], active: boolean): Promise<void> {
    const { companyId, manager } = this.tx;
    const { own, ofGroups } = parted(policies);
    const rows = own.map((policy) => policyRowOf({ companyId, active }, policy));
    if (rows.length > 0) await manager.upsert(PayPolicyRow, rows, unlessSame(['companyId', 'validFrom']));
    const groups = ofGroups.map((policy) => groupPolicyRowOf({ companyId, active }, policy));
    if (groups.length > 0)
      await manager.upsert(GroupPolicyRow, groups, unlessSame(['companyId', 'policyKey']));
  }

  async #found(options: { readonly lock?: { readonly mode: 'for_no_key_update' } }): Promise<PayPolicy[]> {
    const { companyId, manager } = this.tx;
    const inForce = { where: { companyId, active: true }, order: { validFrom: 'ASC' }, ...options } as const;
    const rows = [
      ...(await manager.find(PayPolicyRow, inForce)),
      ...(await manager.find(GroupPolicyRow, inForce)),
    ];
    return rows.map(policyOf).sort((a, b) => textOrder(a.validFrom, b.validFrom));
  }
}

const parted = (policies: readonly PayPolicy[]) => ({
  own: policies.filter(({ state }) => state.group === null),
  ofGroups: policies.filter(({ state }) => state.group !== null),
});
