import { type Database, type Transaction, TypeormTransactions } from '@furrow/database';
import type {
  ProductionRepositories,
  CompanyDirectory,
  FarmDirectory,
  PaidWork,
  SnapshotRepository,
  UserDirectory,
  WorkerDirectory,
} from '../../application/ports.ts';
import { takeSnapshots } from './snapshot-sql.ts';
import { TypeormPriceRepository } from './prices/typeorm-price-repository.ts';
import { TypeormContainerRepository } from './typeorm-container-repository.ts';
import { TypeormCorrectionRepository } from './typeorm-correction-repository.ts';
import { TypeormQualityRepository } from './typeorm-quality-repository.ts';
import { TypeormRecordRepository } from './typeorm-record-repository.ts';
import { TypeormSessionRepository } from './typeorm-session-repository.ts';

/** What other contexts answer within a transaction of this context. */
export interface Neighbours {
  farm(tx: Transaction): FarmDirectory;
  workers(tx: Transaction): WorkerDirectory;
  company(tx: Transaction): CompanyDirectory;
  users(tx: Transaction): UserDirectory;
  paid(tx: Transaction): PaidWork;
}

export class TypeormProductionTransactions extends TypeormTransactions<ProductionRepositories> {
  constructor(database: Database, neighbours: Neighbours) {
    super(database, (tx) => repositoriesIn(tx, neighbours));
  }
}

export function repositoriesIn(tx: Transaction, neighbours: Neighbours): ProductionRepositories {
  return {
    sessions: new TypeormSessionRepository(tx),
    records: new TypeormRecordRepository(tx),
    corrections: new TypeormCorrectionRepository(tx),
    snapshots: new TypeormSnapshotRepository(tx),
    qualities: new TypeormQualityRepository(tx),
    containers: new TypeormContainerRepository(tx),
    prices: new TypeormPriceRepository(tx),
    projects: neighbours.farm(tx),
    workers: neighbours.workers(tx),
    company: neighbours.company(tx),
    users: neighbours.users(tx),
    paid: neighbours.paid(tx),
  };
}

class TypeormSnapshotRepository implements SnapshotRepository {
  constructor(private readonly tx: Transaction) {}

  async refresh(sessionIds: readonly string[], now: Date): Promise<void> {
    const chosen = 'SELECT $2::uuid AS company_id, unnest($3::uuid[]) AS session_id';
    await this.tx.query(takeSnapshots(chosen), [now, this.tx.companyId, sessionIds]);
  }
}
