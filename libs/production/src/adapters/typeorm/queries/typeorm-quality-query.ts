import type { Database } from '@furrow/database';
import type { QualityListing, QualityQuery } from '../../../application/ports.ts';
import { QualityRow } from '../rows.ts';

export class TypeormQualityQuery implements QualityQuery {
  constructor(private readonly database: Database) {}

  active(companyId: string): Promise<QualityListing[]> {
    return this.database.tenant(companyId, ({ manager }) =>
      manager.find(QualityRow, {
        select: { qualityId: true, key: true, name: true },
        where: { companyId, active: true },
        order: { name: 'ASC', qualityId: 'ASC' },
      }),
    );
  }
}
