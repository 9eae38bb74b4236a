import type { PreparedStatement, Transaction } from '@furrow/database';
import type { ContainerRepository } from '../../application/ports.ts';
import type { ContainerState } from '../../domain/index.ts';

const COLUMNS = `key, name, unit, trim_scale(units)::text AS units, trim_scale(tare)::text AS tare, trim_scale(min)::text AS min,
  trim_scale(max)::text AS max, active`;

const BY_KEYS: PreparedStatement = {
  name: 'containers_by_keys',
  text: `SELECT ${COLUMNS} FROM production.containers WHERE company_id = $1 AND key = ANY ($2::text[])`,
};

export class TypeormContainerRepository implements ContainerRepository {
  constructor(private readonly tx: Transaction) {}

  async byKeys(keys: readonly string[]): Promise<Map<string, ContainerState>> {
    if (keys.length === 0) return new Map();
    const rows = await this.tx.query<ContainerState>(BY_KEYS, [this.tx.companyId, keys]);
    return new Map(rows.map((row) => [row.key, row]));
  }

  all(): Promise<ContainerState[]> {
    return this.tx.query<ContainerState>(
      `SELECT ${COLUMNS} FROM production.containers WHERE company_id = $1 ORDER BY key`,
      [this.tx.companyId],
    );
  }

  async save(containers: readonly ContainerState[]): Promise<void> {
    await this.tx.query(
      `INSERT INTO production.containers (company_id, key, name, unit, units, tare, min, max, active)
       SELECT $1, key, name, unit, units, tare, min, max, active
         FROM json_to_recordset($2::json)
           AS r (key text, name text, unit text, units numeric, tare numeric, min numeric, max numeric, active boolean)
       ON CONFLICT (company_id, key) DO UPDATE SET
         name = excluded.name, unit = excluded.unit, units = excluded.units, tare = excluded.tare,
         min = excluded.min, max = excluded.max, active = excluded.active`,
      [this.tx.companyId, JSON.stringify(containers)],
    );
  }
}
