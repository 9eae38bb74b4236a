import { ProjectDirectory } from '@furrow/agronomy';
import type { Transaction } from '@furrow/database';
import type { FarmDirectory, ShiftProject, ShiftSector } from '../../application/ports.ts';

/** Projects and sectors read from agronomy. */
export class AgronomyFarmDirectory implements FarmDirectory {
  constructor(
    private readonly tx: Transaction,
    private readonly directory = new ProjectDirectory(),
  ) {}

  projects(projectIds: readonly string[]): Promise<Map<string, ShiftProject>> {
    return this.directory.projects(this.tx, projectIds);
  }

  sectors(sectorIds: readonly string[]): Promise<Map<string, ShiftSector>> {
    return this.directory.sectors(this.tx, sectorIds);
  }
}
