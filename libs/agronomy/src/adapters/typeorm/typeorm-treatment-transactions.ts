import { type Database, type Transaction, TypeormTransactions } from '@furrow/database';
import type { FarmSector, TreatedFarm, TreatmentRepositories } from '../../application/ports.ts';
import { ProjectDirectory } from './project-directory.ts';
import { TypeormTreatmentRepository } from './typeorm-treatment-repository.ts';

export class TypeormTreatmentTransactions extends TypeormTransactions<TreatmentRepositories> {
  constructor(database: Database) {
    super(database, (tx) => ({
      treatments: new TypeormTreatmentRepository(tx),
      farm: new TypeormTreatedFarm(tx),
    }));
  }
}

class TypeormTreatedFarm implements TreatedFarm {
  constructor(
    private readonly tx: Transaction,
    private readonly projects = new ProjectDirectory(),
  ) {}

  project(projectId: string) {
    return this.projects.project(this.tx, projectId);
  }

  async sectors(sectorIds: readonly string[]): Promise<FarmSector[]> {
    return [...(await this.projects.sectors(this.tx, sectorIds)).values()];
  }
}
