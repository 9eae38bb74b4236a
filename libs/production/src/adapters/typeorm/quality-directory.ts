import type { Transaction } from '@furrow/platform';
import type { QualityListing } from '../../application/ports.ts';

/** What the operator's tools may know of a company's qualities, read in their own transaction. */
export class QualityDirectory {
  /** Inactive ones included, by key: history points at them. */
  all(tx: Transaction): Promise<QualityListing[]> {
    return tx.query<QualityListing>(
      'SELECT quality_id AS "qualityId", key, name FROM production.qualities WHERE company_id = $1 ORDER BY key',
      [tx.companyId],
    );
  }
}
