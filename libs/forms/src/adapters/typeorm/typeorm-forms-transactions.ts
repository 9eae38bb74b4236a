import { type Database, type Transaction, TypeormTransactions } from '@furrow/database';
import type {
  Authors,
  FormsRepositories,
  KeptMedia,
  FarmDirectory,
  Observations,
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

export class TypeormFormsTransactions extends TypeormTransactions<FormsRepositories> {
  constructor(database: Database, neighbours: Neighbours) {
    super(database, (tx) => ({
      forms: new TypeormFormRepository(tx),
      tasks: new TypeormTaskRepository(tx),
      records: new TypeormFormRecordRepository(tx),
      media: neighbours.media(tx),
      farm: neighbours.farm(tx),
      authors: neighbours.authors(tx),
      observations: neighbours.observations(tx),
    }));
  }
}
