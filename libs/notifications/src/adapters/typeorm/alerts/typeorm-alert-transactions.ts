import type { Database } from '@furrow/database';
import { type AlertRepositories, AlertTransactions } from '../../../application/alert-ports.ts';
import { ContextsWatchedFarm } from '../../contexts-watched-farm.ts';
import { TypeormAlertRepository } from './typeorm-alert-repository.ts';

export class TypeormAlertTransactions extends AlertTransactions {
  constructor(private readonly database: Database) {
    super();
  }

  override run<T>(companyId: string, work: (repositories: AlertRepositories) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) =>
      work({ alerts: new TypeormAlertRepository(tx), farm: new ContextsWatchedFarm(tx) }),
    );
  }
}
