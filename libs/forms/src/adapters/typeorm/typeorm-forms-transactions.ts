import type { Database, RowKeys, Transaction } from '@furrow/database';
import {
  type Authors,
  type FormsRepositories,
  FormsTransactions,
  type KeptMedia,
  type FarmDirectory,
  type Observations,
} from '../../application/ports.ts';
import { TypeormFormRepository } from './typeorm-form-repository.ts';
import { TypeormFormRecordRepository } from './typeorm-form-record-repository.ts';
import { TypeormTaskRepository } from './typeorm-task-repository.ts';

/** What other contexts answer within a transaction of this context. */
export interface Neighbours {
  farm(tx: Transaction): FarmDirectory;
  authors(tx: Transaction): Authors;
  observations(tx: Transaction): Observations;
  media(tx: Transaction): KeptMedia;
}

export class TypeormFormsTransactions extends FormsTransactions {
  constructor(
    private readonly database: Database,
    private readonly neighbours: Neighbours,
  ) {
    super();
  }

  override run<T>(companyId: string, work: (repositories: FormsRepositories) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) =>
      work({
        forms: new TypeormFormRepository(tx),
        tasks: new TypeormTaskRepository(tx),
        records: new TypeormFormRecordRepository(tx),
        media: this.neighbours.media(tx),
        farm: this.neighbours.farm(tx),
        authors: this.neighbours.authors(tx),
        observations: this.neighbours.observations(tx),
      }),
    );
  }

  override grouped<Request, Result>(
    work: (repositories: FormsRepositories, requests: readonly Request[]) => Promise<readonly Result[]>,
    keysOf: RowKeys<Request>,
  ): (companyId: string, request: Request) => Promise<Result> {
    return this.database.groupCommit(
      (companyId, requests) => this.run(companyId, (repositories) => work(repositories, requests)),
      keysOf,
    );
  }
}
