import type { Database, Transaction } from '@furrow/platform';
import {
  type Authors,
  type FormsStores,
  FormsTransactions,
  type KeptMedia,
  type FarmDirectory,
  type Observations,
} from '../../application/ports.ts';
import { SqlFormStore } from './sql-form-store.ts';
import { SqlRecordStore } from './sql-record-store.ts';
import { SqlTaskStore } from './sql-task-store.ts';

/** What others know and keep, seen inside a transaction of this context. */
export interface Neighbours {
  farm(tx: Transaction): FarmDirectory;
  authors(tx: Transaction): Authors;
  observations(tx: Transaction): Observations;
  media(tx: Transaction): KeptMedia;
}

export class SqlFormsTransactions extends FormsTransactions {
  constructor(
    private readonly database: Database,
    private readonly neighbours: Neighbours,
  ) {
    super();
  }

  override run<T>(companyId: string, work: (stores: FormsStores) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) =>
      work({
        forms: new SqlFormStore(tx),
        tasks: new SqlTaskStore(tx),
        records: new SqlRecordStore(tx),
        media: this.neighbours.media(tx),
        farm: this.neighbours.farm(tx),
        authors: this.neighbours.authors(tx),
        observations: this.neighbours.observations(tx),
      }),
    );
  }
}
