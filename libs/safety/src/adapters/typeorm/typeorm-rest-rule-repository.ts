import type { Transaction } from '@furrow/database';
import type { RestRuleRepository } from '../../application/ports.ts';
import { RestRule } from '../../domain/index.ts';
import { RestRuleRow } from './rows.ts';

/** What a service may change; `upsert` would write the key too. */
const CHANGEABLE = ['project_id', 'metric', 'above', 'rest_minutes', 'every_minutes', 'source', 'active'];

export class TypeormRestRuleRepository implements RestRuleRepository {
  constructor(private readonly tx: Transaction) {}

  all(): Promise<RestRule[]> {
    return this.#found({});
  }

  active(): Promise<RestRule[]> {
    return this.#found({ isActive: true });
  }

  async save(rules: readonly RestRule[]): Promise<void> {
    const { companyId, manager } = this.tx;
    const rows = rules.map(({ state }) => ({ companyId, ...state }));
    const insert = manager.createQueryBuilder().insert().into(RestRuleRow).values(rows);
    await insert.orUpdate(CHANGEABLE, ['company_id', 'key']).execute();
  }

  async #found(condition: { readonly isActive?: true }): Promise<RestRule[]> {
    const { companyId, manager } = this.tx;
    const rows = await manager.find(RestRuleRow, {
      where: { companyId, ...condition },
      order: { key: 'ASC' },
    });
    return rows.map(({ companyId: _, ...state }) => RestRule.restore(state));
  }
}
