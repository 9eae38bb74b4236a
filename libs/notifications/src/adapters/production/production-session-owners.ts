import type { Database } from '@furrow/database';
import { SessionDirectory } from '@furrow/production';
import type { SessionOwners } from '../../application/ports.ts';

export class ProductionSessionOwners implements SessionOwners {
  readonly #sessions = new SessionDirectory();

  constructor(private readonly database: Database) {}

  of(companyId: string, sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.database.tenant(companyId, (tx) => this.#sessions.owners(tx, sessionIds));
  }
}
