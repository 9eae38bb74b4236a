import type { Database } from '@furrow/database';
import { type StoredFarm, storedFarm } from './stored-farm.ts';

/** The farm file of a company as it stands. */
export class ReadFarm {
  constructor(private readonly database: Database) {}

  execute(companyId: string): Promise<StoredFarm> {
    return this.database.tenant(companyId, storedFarm);
  }
}
