import type { Database } from '@furrow/platform';
import {
  type OptionRepository,
  type WorkerRepository,
  WorkforceTransactions,
} from '../../application/ports.ts';
import { TypeormOptionRepository } from './typeorm-option-repository.ts';
import { TypeormWorkerRepository } from './typeorm-worker-repository.ts';

export class TypeormWorkforceTransactions extends WorkforceTransactions {
  constructor(private readonly database: Database) {
    super();
  }

  override run<T>(
    companyId: string,
    work: (repositories: { workers: WorkerRepository; options: OptionRepository }) => Promise<T>,
  ): Promise<T> {
    return this.database.tenant(companyId, (tx) =>
      work({ workers: new TypeormWorkerRepository(tx), options: new TypeormOptionRepository(tx) }),
    );
  }
}
