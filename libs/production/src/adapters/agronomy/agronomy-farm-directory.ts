import { type FarmFilter, findFiltered, HarvestClearance, ProjectDirectory } from '@furrow/agronomy';
import type { Transaction } from '@furrow/database';
import type { Project, FarmDirectory, Sector, SectorToPick } from '../../application/ports.ts';
import type { HarvestWarning, ProductionSession } from '../../domain/index.ts';

/** Projects and sectors read from agronomy, and from when its treatments allow a harvest there. */
export class AgronomyFarmDirectory implements FarmDirectory {
  readonly #projects = new ProjectDirectory();
  readonly #clearance = new HarvestClearance();

  constructor(private readonly tx: Transaction) {}

  async project(projectId: string): Promise<Project | undefined> {
    const view = await this.#projects.project(this.tx, projectId);
    return (
      view && { projectId: view.projectId, timezone: view.timezone, active: view.active, ...view.defaults }
    );
  }

  sector(sectorId: string): Promise<Sector | undefined> {
    return this.#projects.sector(this.tx, sectorId);
  }

  async sectorToPick(sectorId: string, openedAt: Date): Promise<SectorToPick | undefined> {
    const view = await this.#clearance.sector(this.tx, sectorId, openedAt);
    return view && { ...view, warningsFor: ({ picking }) => view.warningsFor(picking) };
  }

  warnings(sessions: readonly ProductionSession[]): Promise<ReadonlyMap<string, readonly HarvestWarning[]>> {
    return this.#clearance.warnings(
      this.tx,
      sessions.map(({ id, state, picking }) => ({ ...picking, pickingId: id, sectorId: state.sectorId })),
    );
  }

  async check(named: FarmFilter): Promise<void> {
    await findFiltered(named, this);
  }
}
