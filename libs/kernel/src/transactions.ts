/**
 * Runs work in one transaction of one company, which hands out its repositories. After a deadlock the work runs again, so it
 * must have no other effects.
 */
export abstract class Transactions<Repositories> {
  abstract run<T>(companyId: string, work: (repositories: Repositories) => Promise<T>): Promise<T>;

  /**
   * The same for small requests, of which those that a company sends at the same time may share a transaction.
   * @param work returns a result for each request, in their order
   * @param _keysOf the author and the key of each record that a request writes, for the audit trail
   */
  grouped<Request, Result>(
    work: (repositories: Repositories, requests: readonly Request[]) => Promise<readonly Result[]>,
    _keysOf: (request: Request) => readonly string[],
  ): (companyId: string, request: Request) => Promise<Result> {
    return async (companyId, request) => {
      const [result] = await this.run(companyId, (repositories) => work(repositories, [request]));
      return result as Result;
    };
  }
}

/** Everything in one transaction of the caller's. */
export class OneTransaction<Repositories> extends Transactions<Repositories> {
  constructor(private readonly repositories: Repositories) {
    super();
  }

  override run<T>(_companyId: string, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return work(this.repositories);
  }
}
