import type { Transaction } from '@furrow/database';
import type { QualityListing } from '../../../application/ports.ts';

/** A company's qualities for the operator's tools, read in the caller's transaction. */
export class QualityDirectory {
  /** By key, including inactive ones, because past records refer to them. */
  all(tx: Transaction): Promise<QualityListing[]> {
    return tx.query<QualityListing>(
      'SELECT quality_id AS "qualityId", key, name FROM production.qualities WHERE company_id = $1 ORDER BY key',
      [tx.companyId],
    );
  }
}
