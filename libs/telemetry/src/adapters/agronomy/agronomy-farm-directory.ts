import {
  type FarmFilter,
  findFiltered,
  incidenceOf,
  phytosanitarySeries,
  type ProjectDirectory,
  sectorsOfProject,
  severityOf,
} from '@furrow/agronomy';
import type { Transaction } from '@furrow/platform';
import { FarmDirectory, type ScoutedRecord } from '../../application/ports.ts';

/** Projects, sectors and what scouts saw there, as agronomy keeps them. */
export class AgronomyFarmDirectory extends FarmDirectory {
  override readonly figures = { incidenceOf, severityOf };

  constructor(
    private readonly tx: Transaction,
    private readonly directory: ProjectDirectory,
  ) {
    super();
  }

  override async check(named: FarmFilter): Promise<void> {
    const { tx, directory } = this;
    await findFiltered(named, {
      project: (projectId) => directory.project(tx, projectId),
      sector: (sectorId) => directory.sector(tx, sectorId),
    });
  }

  override async sectorNames(projectId: string): Promise<Record<string, string>> {
    const sectors = await sectorsOfProject(this.tx, projectId);
    return Object.fromEntries(sectors.map(({ sectorId, name }) => [sectorId, name]));
  }

  override async *scouted(
    place: { readonly projectId: string; readonly sectorId: string | null },
    span: { readonly from: number; readonly to: number },
  ): AsyncGenerator<ScoutedRecord[]> {
    for await (const records of phytosanitarySeries(this.tx, place, span))
      yield records.map(({ observedAt, ...record }) => ({ at: observedAt.getTime(), ...record }));
  }
}
