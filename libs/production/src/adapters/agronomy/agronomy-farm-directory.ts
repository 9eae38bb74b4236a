import { type FarmFilter, findFiltered, ProjectDirectory } from '@furrow/agronomy';
import type { Transaction } from '@furrow/platform';
import { type Project, FarmDirectory, type Sector } from '../../application/ports.ts';

/** Projects and sectors as agronomy keeps them. */
export class AgronomyFarmDirectory extends FarmDirectory {
  readonly #projects = new ProjectDirectory();

  constructor(private readonly tx: Transaction) {
    super();
  }

  override async project(projectId: string): Promise<Project | undefined> {
    const view = await this.#projects.project(this.tx, projectId);
    return (
      view && { projectId: view.projectId, timezone: view.timezone, active: view.active, ...view.defaults }
    );
  }

  override sector(sectorId: string): Promise<Sector | undefined> {
    return this.#projects.sector(this.tx, sectorId);
  }

  override async check(named: FarmFilter): Promise<void> {
    await findFiltered(named, this);
  }
}
