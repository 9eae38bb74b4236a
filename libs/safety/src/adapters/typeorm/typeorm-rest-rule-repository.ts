import type { Transaction } from '@furrow/database';
import type { RestRuleRepository } from '../../application/ports.ts';
import { RestRule, type RestRuleState } from '../../domain/index.ts';

export class TypeormRestRuleRepository implements RestRuleRepository {
  constructor(private readonly tx: Transaction) {}

  all(): Promise<RestRule[]> {
    return this.#read('');
  }

  active(): Promise<RestRule[]> {
    return this.#read('AND active');
  }

  async #read(condition: '' | 'AND active'): Promise<RestRule[]> {
    const rows = await this.tx.query<RestRuleState>(
      `SELECT key, project_id AS "projectId", metric, above, rest_minutes AS "restMinutes",
              every_minutes AS "everyMinutes", source, active AS "isActive"
         FROM safety.rest_rules WHERE company_id = $1 ${condition} ORDER BY key`,
      [this.tx.companyId],
    );
    return rows.map((row) => RestRule.restore(row));
  }

  async save(rules: readonly RestRule[]): Promise<void> {
    const states = rules.map(({ state }) => state);
    await this.tx.change(
      `INSERT INTO safety.rest_rules
         (company_id, key, project_id, metric, above, rest_minutes, every_minutes, source, active)
       SELECT $1, * FROM unnest($2::text[], $3::uuid[], $4::text[], $5::float8[], $6::int[], $7::int[], $8::text[],
                                $9::boolean[])
       ON CONFLICT (company_id, key) DO UPDATE SET
         project_id = excluded.project_id, metric = excluded.metric, above = excluded.above,
         rest_minutes = excluded.rest_minutes, every_minutes = excluded.every_minutes, source = excluded.source,
         active = excluded.active`,
      [
        ...[this.tx.companyId, states.map(({ key }) => key), states.map(({ projectId }) => projectId)],
        ...[states.map(({ metric }) => metric), states.map(({ above }) => above)],
        ...[states.map(({ restMinutes }) => restMinutes), states.map(({ everyMinutes }) => everyMinutes)],
        ...[states.map(({ source }) => source), states.map(({ isActive }) => isActive)],
      ],
    );
  }
}
