import type { Database, PreparedStatement, Transaction } from '@furrow/platform';
import { isId } from '@furrow/kernel';
import {
  type ProductionStores,
  ProductionTransactions,
  type ProjectRegistry,
  QualityCatalog,
  SnapshotStore,
  type WorkerRegistry,
} from '../../application/ports.ts';
import { takeSnapshots } from './snapshot-sql.ts';
import { SqlRecordStore } from './sql-record-store.ts';
import { SqlSessionStore } from './sql-session-store.ts';

export const QUALITY_NAMES: PreparedStatement = {
  name: 'quality_names',
  text: 'SELECT quality_id AS id, name FROM production.qualities WHERE company_id = $1 AND quality_id = ANY($2::uuid[])',
};

/** What other contexts know, seen inside a transaction of this one. */
export interface Neighbours {
  projects(tx: Transaction): ProjectRegistry;
  workers(tx: Transaction): WorkerRegistry;
}

export class SqlProductionTransactions extends ProductionTransactions {
  constructor(
    private readonly database: Database,
    private readonly neighbours: Neighbours,
  ) {
    super();
  }

  override run<T>(companyId: string, work: (stores: ProductionStores) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) =>
      work({
        sessions: new SqlSessionStore(tx),
        records: new SqlRecordStore(tx),
        snapshots: new SqlSnapshotStore(tx),
        qualities: new SqlQualityCatalog(tx),
        projects: this.neighbours.projects(tx),
        workers: this.neighbours.workers(tx),
      }),
    );
  }
}

class SqlSnapshotStore extends SnapshotStore {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async refresh(sessionIds: readonly string[], now: Date): Promise<void> {
    const chosen = 'SELECT $2::uuid AS company_id, unnest($3::uuid[]) AS session_id';
    await this.tx.query(takeSnapshots(chosen), [now, this.tx.companyId, sessionIds]);
  }
}

class SqlQualityCatalog extends QualityCatalog {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async names(qualityIds: readonly string[]): Promise<Map<string, string>> {
    const ids = qualityIds.filter(isId);
    if (ids.length === 0) return new Map();
    const rows = await this.tx.query<{ id: string; name: string }>(QUALITY_NAMES, [this.tx.companyId, ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
