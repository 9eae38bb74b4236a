import {
  type FarmFilter,
  findFiltered,
  incidenceOf,
  phytosanitarySeries,
  ProjectDirectory,
  severityOf,
} from '@furrow/agronomy';
import { ProjectForbidden } from '@furrow/kernel/errors';
import type { Transaction } from '@furrow/database';
import type { FarmDirectory, ScoutedRecord } from '../../application/ports.ts';

/** Projects, sectors and scouts' records, read from agronomy. */
export class AgronomyFarmDirectory implements FarmDirectory {
  readonly figures = { incidenceOf, severityOf };

  readonly #projects = new ProjectDirectory();

  constructor(private readonly tx: Transaction) {}

  async check(named: FarmFilter): Promise<void> {
    const { tx } = this;
    await findFiltered(named, {
      project: (projectId) => this.#projects.project(tx, projectId),
      sector: (sectorId) => this.#projects.sector(tx, sectorId),
    });
  }

  async timezoneOf(projectId: string): Promise<string> {
    const project = await this.#projects.project(this.tx, projectId);
    if (!project) throw new ProjectForbidden();
    return project.timezone;
  }

  async sectorNames(projectId: string): Promise<Record<string, string>> {
    const sectors = await this.#projects.sectorsOf(this.tx, projectId);
    return Object.fromEntries(sectors.map(({ sectorId, name }) => [sectorId, name]));
  }

  async *scouted(
    place: { readonly projectId: string; readonly sectorId: string | null },
    span: { readonly from: number; readonly to: number },
  ): AsyncGenerator<ScoutedRecord[]> {
    for await (const records of phytosanitarySeries(this.tx, place, span))
      yield records.map(({ observedAt, ...record }) => ({ at: observedAt.getTime(), ...record }));
  }
}
