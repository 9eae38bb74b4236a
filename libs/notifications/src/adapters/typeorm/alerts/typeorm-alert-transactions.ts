import { type Database, TypeormTransactions } from '@furrow/database';
import type { AlertRepositories } from '../../../application/alert-ports.ts';
import { ContextsWatchedFarm } from '../../contexts-watched-farm.ts';
import { TypeormAlertRepository } from './typeorm-alert-repository.ts';

export class TypeormAlertTransactions extends TypeormTransactions<AlertRepositories> {
  constructor(database: Database) {
    super(database, (tx) => ({ alerts: new TypeormAlertRepository(tx), farm: new ContextsWatchedFarm(tx) }));
  }
}
