import type { Database, Transaction } from '@furrow/platform';
import {
  type LandSector,
  TreatedLand,
  type TreatmentRepositories,
  TreatmentTransactions,
} from '../../application/treatment-ports.ts';
import { ProjectDirectory } from './project-directory.ts';
import { TypeormTreatmentRepository } from './typeorm-treatment-repository.ts';

export class TypeormTreatmentTransactions extends TreatmentTransactions {
  constructor(private readonly database: Database) {
    super();
  }

  override run<T>(companyId: string, work: (repositories: TreatmentRepositories) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) =>
      work({ treatments: new TypeormTreatmentRepository(tx), land: new TypeormTreatedLand(tx) }),
    );
  }
}

class TypeormTreatedLand extends TreatedLand {
  constructor(
    private readonly tx: Transaction,
    private readonly projects = new ProjectDirectory(),
  ) {
    super();
  }

  override project(projectId: string) {
    return this.projects.project(this.tx, projectId);
  }

  override async sectors(sectorIds: readonly string[]): Promise<LandSector[]> {
    return [...(await this.projects.sectors(this.tx, sectorIds)).values()];
  }
}
