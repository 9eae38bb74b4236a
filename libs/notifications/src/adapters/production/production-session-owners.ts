import type { Database } from '@furrow/database';
import { SessionDirectory } from '@furrow/production';
import { SessionOwners } from '../../application/ports.ts';

export class ProductionSessionOwners extends SessionOwners {
  readonly #sessions = new SessionDirectory();

  constructor(private readonly database: Database) {
    super();
  }

  override of(companyId: string, sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.database.tenant(companyId, (tx) => this.#sessions.owners(tx, sessionIds));
  }
}
