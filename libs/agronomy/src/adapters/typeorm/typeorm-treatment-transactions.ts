import { isId } from '@furrow/kernel';
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

  override sectors(sectorIds: readonly string[]): Promise<LandSector[]> {
    return this.tx.query<LandSector>(
      `SELECT sector_id AS "sectorId", project_id AS "projectId", name, crop, variety, status = 'active' AS active
         FROM agronomy.sectors WHERE company_id = $1 AND sector_id = ANY($2::uuid[])`,
      [this.tx.companyId, sectorIds.filter(isId)],
    );
  }
}
