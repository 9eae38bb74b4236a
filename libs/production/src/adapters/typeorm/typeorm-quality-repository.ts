import { isId } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import { In, Not } from 'typeorm';
import type { NamedQuality, QualityRepository } from '../../application/ports.ts';
import { QualityRow } from './rows.ts';

export const QUALITY_NAMES: PreparedStatement = {
  name: 'quality_names',
  text: 'SELECT quality_id AS id, name FROM production.qualities WHERE company_id = $1 AND quality_id = ANY($2::uuid[])',
};

export class TypeormQualityRepository implements QualityRepository {
  constructor(private readonly tx: Transaction) {}

  async names(qualityIds: readonly string[]): Promise<Map<string, string>> {
    const ids = qualityIds.filter(isId);
    if (ids.length === 0) return new Map();
    const rows = await this.tx.query<{ id: string; name: string }>(QUALITY_NAMES, [this.tx.companyId, ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async upsert(
    qualities: readonly (NamedQuality & { readonly newId: string; readonly active: boolean })[],
  ): Promise<Record<string, string>> {
    const keys = qualities.map(({ key }) => key);
    await this.tx.query(
      `INSERT INTO production.qualities AS q (company_id, quality_id, key, name, active)
       SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::boolean[])
       ON CONFLICT (company_id, key) DO UPDATE SET name = excluded.name, active = excluded.active
         WHERE (q.name, q.active) <> (excluded.name, excluded.active)`,
      [
        ...[this.tx.companyId, qualities.map(({ newId }) => newId), keys],
        ...[qualities.map(({ name }) => name), qualities.map(({ active }) => active)],
      ],
    );
    const { companyId, manager } = this.tx;
    const rows = await manager.findBy(QualityRow, { companyId, key: In(keys) });
    return Object.fromEntries(rows.map(({ key, qualityId }) => [key, qualityId]));
  }

  async idsOf(keys: readonly string[]): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map();
    const { companyId, manager } = this.tx;
    const rows = await manager.findBy(QualityRow, { companyId, key: In([...keys]) });
    return new Map(rows.map(({ key, qualityId }) => [key, qualityId]));
  }

  async deactivateAllBut(keys: readonly string[]): Promise<void> {
    const { companyId, manager } = this.tx;
    await manager.update(QualityRow, { companyId, active: true, key: Not(In(keys)) }, { active: false });
  }
}
