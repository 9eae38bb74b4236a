import type { Database, Transaction } from '@furrow/platform';
import { type FarmWork, type PayrollRepositories, PayrollTransactions } from '../../application/ports.ts';
import { TypeormPayPolicyRepository } from './typeorm-pay-policy-repository.ts';
import { TypeormPayRunRepository } from './typeorm-pay-run-repository.ts';

export class TypeormPayrollTransactions extends PayrollTransactions {
  constructor(
    private readonly database: Database,
    private readonly workIn: (tx: Transaction) => FarmWork,
  ) {
    super();
  }

  override run<T>(companyId: string, work: (repositories: PayrollRepositories) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) =>
      work({
        policies: new TypeormPayPolicyRepository(tx),
        runs: new TypeormPayRunRepository(tx),
        work: this.workIn(tx),
      }),
    );
  }
}
