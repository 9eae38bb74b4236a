import type { Database, Transaction } from '@furrow/database';
import {
  type FarmSector,
  TreatedFarm,
  type TreatmentRepositories,
  TreatmentTransactions,
} from '../../application/ports.ts';
import { ProjectDirectory } from './project-directory.ts';
import { TypeormTreatmentRepository } from './typeorm-treatment-repository.ts';

export class TypeormTreatmentTransactions extends TreatmentTransactions {
  constructor(private readonly database: Database) {
    super();
  }

  override run<T>(companyId: string, work: (repositories: TreatmentRepositories) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) =>
      work({ treatments: new TypeormTreatmentRepository(tx), farm: new TypeormTreatedFarm(tx) }),
    );
  }
}

class TypeormTreatedFarm extends TreatedFarm {
  constructor(
    private readonly tx: Transaction,
    private readonly projects = new ProjectDirectory(),
  ) {
    super();
  }

  override project(projectId: string) {
    return this.projects.project(this.tx, projectId);
  }

  override async sectors(sectorIds: readonly string[]): Promise<FarmSector[]> {
    return [...(await this.projects.sectors(this.tx, sectorIds)).values()];
  }
}
