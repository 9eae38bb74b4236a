import type { Database, Transaction } from '@furrow/platform';
import { ApplyQualities, type NamedQuality, QualityRegister } from '../../application/apply-qualities.ts';

class SqlQualityRegister extends QualityRegister {
  constructor(private readonly tx: Transaction) {
    super();
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

/** `furrow apply`'s qualities, inside the transaction that applies the whole file. */
export function applyQualitiesIn(tx: Transaction): ApplyQualities {
  return new ApplyQualities(new SqlQualityRegister(tx));
}

export interface QualityListing extends NamedQuality {
  readonly qualityId: string;
}

/** Every quality of the transaction's company, inactive ones included: history points at them. */
export function listQualitiesIn(tx: Transaction): Promise<QualityListing[]> {
  return tx.query<QualityListing>(
    'SELECT quality_id AS "qualityId", key, name FROM production.qualities WHERE company_id = $1 ORDER BY key',
    [tx.companyId],
  );
}

/** What a company sorts its harvest into, by name: the active ones, for those who record. */
export class QualityList {
  constructor(private readonly database: Database) {}

  of(companyId: string): Promise<QualityListing[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<QualityListing>(
        `SELECT quality_id AS "qualityId", key, name FROM production.qualities
         WHERE company_id = $1 AND active ORDER BY name, quality_id`,
        [companyId],
      ),
    );
  }
}
