import type { FarmRepository } from '../application/ports.ts';
import { Project, type ProjectState, Sector, type SectorState } from '../domain/index.ts';

/** One company's projects and sectors in memory, copied on reads and writes as a database would. */
export class InMemoryFarmRepository implements FarmRepository {
  readonly #projects = new Map<string, ProjectState>();
  readonly #sectors = new Map<string, SectorState>();
  /** How many objects have been written so far, new or changed. */
  writes = 0;

  async load(): Promise<{ projects: Project[]; sectors: Sector[] }> {
    return {
      projects: [...this.#projects.values()].map((state) => Project.restore(structuredClone(state))),
      sectors: [...this.#sectors.values()].map((state) => Sector.restore(structuredClone(state))),
    };
  }

  async save(projects: readonly Project[], sectors: readonly Sector[]): Promise<void> {
    this.writes += projects.length + sectors.length;
    for (const { id, state } of projects) this.#projects.set(id, structuredClone(state));
    for (const { id, state } of sectors) this.#sectors.set(id, structuredClone(state));
  }
}
