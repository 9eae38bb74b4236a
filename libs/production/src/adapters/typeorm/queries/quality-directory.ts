import type { Transaction } from '@furrow/database';
import type { QualityListing } from '../../../application/ports.ts';
import { QualityRow } from '../rows.ts';

/** A company's qualities for the operator's tools, read in the caller's transaction. */
export class QualityDirectory {
  /** By key, including inactive ones, because past records refer to them. */
  all(tx: Transaction): Promise<QualityListing[]> {
    return tx.manager.find(QualityRow, {
      select: { qualityId: true, key: true, name: true },
      where: { companyId: tx.companyId },
      order: { key: 'ASC' },
    });
  }
}
