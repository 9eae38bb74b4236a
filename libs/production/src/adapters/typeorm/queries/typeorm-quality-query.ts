import type { Database } from '@furrow/database';
import { type QualityListing, QualityQuery } from '../../../application/ports.ts';

export class TypeormQualityQuery extends QualityQuery {
  constructor(private readonly database: Database) {
    super();
  }

  override active(companyId: string): Promise<QualityListing[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<QualityListing>(
        `SELECT quality_id AS "qualityId", key, name FROM production.qualities
         WHERE company_id = $1 AND active ORDER BY name, quality_id`,
        [companyId],
      ),
    );
  }
}
