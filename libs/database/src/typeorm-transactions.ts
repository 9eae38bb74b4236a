import { Transactions } from '@furrow/kernel/transactions';
import type { RowKeys } from './acting/attributed-groups.ts';
import type { Database } from './database.ts';
import type { Transaction } from './transaction.ts';

/** Tenant transactions that hand out the repositories of a context. */
export class TypeormTransactions<Repositories> extends Transactions<Repositories> {
  constructor(
    private readonly database: Database,
    private readonly repositoriesIn: (tx: Transaction) => Repositories,
  ) {
    super();
  }

  override run<T>(companyId: string, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) => work(this.repositoriesIn(tx)));
  }

  override grouped<Request, Result>(
    work: (repositories: Repositories, requests: readonly Request[]) => Promise<readonly Result[]>,
    keysOf: RowKeys<Request>,
  ): (companyId: string, request: Request) => Promise<Result> {
    return this.database.groupCommit(
      (companyId, requests) => this.run(companyId, (repositories) => work(repositories, requests)),
      keysOf,
    );
  }
}
