import { isId } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import { type NamedQuality, QualityRepository } from '../../application/ports.ts';

export const QUALITY_NAMES: PreparedStatement = {
  name: 'quality_names',
  text: 'SELECT quality_id AS id, name FROM production.qualities WHERE company_id = $1 AND quality_id = ANY($2::uuid[])',
};

export class TypeormQualityRepository extends QualityRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async names(qualityIds: readonly string[]): Promise<Map<string, string>> {
    const ids = qualityIds.filter(isId);
    if (ids.length === 0) return new Map();
    const rows = await this.tx.query<{ id: string; name: string }>(QUALITY_NAMES, [this.tx.companyId, ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  override async upsert(
    qualities: readonly (NamedQuality & { readonly newId: string })[],
  ): Promise<Record<string, string>> {
    const keys = qualities.map(({ key }) => key);
    await this.tx.query(
      `INSERT INTO production.qualities AS q (company_id, quality_id, key, name)
       SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[])
       ON CONFLICT (company_id, key) DO UPDATE SET name = excluded.name, active = true
         WHERE q.name <> excluded.name OR NOT q.active`,
      [this.tx.companyId, qualities.map(({ newId }) => newId), keys, qualities.map(({ name }) => name)],
    );
    const rows = await this.tx.query<{ key: string; id: string }>(
      'SELECT key, quality_id AS id FROM production.qualities WHERE company_id = $1 AND key = ANY($2::text[])',
      [this.tx.companyId, keys],
    );
    return Object.fromEntries(rows.map(({ key, id }) => [key, id]));
  }

  override async deactivateAllBut(keys: readonly string[]): Promise<void> {
    await this.tx.query(
      'UPDATE production.qualities SET active = false WHERE company_id = $1 AND active AND key <> ALL($2::text[])',
      [this.tx.companyId, keys],
    );
  }
}
