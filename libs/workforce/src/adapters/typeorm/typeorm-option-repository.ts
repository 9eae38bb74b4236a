import type { Transaction } from '@furrow/database';
import type { OptionRepository } from '../../application/ports.ts';
import { OPTION_FIELDS, type OptionField, WorkerOptions } from '../../domain/index.ts';
import { groupsIn } from './typeorm-group-repository.ts';
import { offeredIn } from './typeorm-option-query.ts';

export class TypeormOptionRepository implements OptionRepository {
  constructor(private readonly tx: Transaction) {}

  async load(): Promise<WorkerOptions> {
    return WorkerOptions.of(await offeredIn(this.tx), await groupsIn(this.tx));
  }

  async offer(options: Readonly<Record<OptionField, readonly string[]>>, onlyThese: boolean): Promise<void> {
    const pairs = OPTION_FIELDS.flatMap((field) =>
      [...new Set(options[field])].map((value) => ({ field, value })),
    );
    const parameters = [this.tx.companyId, JSON.stringify(pairs)];
    await this.tx.query(
      `INSERT INTO workforce.options AS o (company_id, field, value, active)
       SELECT $1, field, value, true FROM jsonb_to_recordset($2) AS r (field text, value text) ORDER BY 2, 3
       ON CONFLICT (company_id, field, value) DO UPDATE SET active = true WHERE NOT o.active`,
      parameters,
    );
    if (!onlyThese) return;
    await this.tx.query(
      `UPDATE workforce.options SET active = false
        WHERE company_id = $1 AND active AND (field, value) NOT IN
              (SELECT field, value FROM jsonb_to_recordset($2) AS r (field text, value text))`,
      parameters,
    );
  }
}
