import { newId } from '@furrow/kernel';
import type { FarmDirectory, FarmProject, FarmSector } from '../application/ports.ts';
import type { GpsPosition } from '../domain/index.ts';

interface Plot extends FarmSector {
  /** A square of one degree, given by its south-western corner. */
  readonly west: number;
  readonly south: number;
}

/** One company's projects and sectors in memory. */
export class InMemoryFarmDirectory implements FarmDirectory {
  readonly projects = new Map<string, FarmProject>();
  readonly sectors = new Map<string, Plot>();

  addProject(active = true): string {
    const projectId = newId();
    this.projects.set(projectId, { projectId, active });
    return projectId;
  }

  addSector(projectId: string, west: number, south: number, active = true): string {
    const sectorId = newId();
    this.sectors.set(sectorId, { sectorId, projectId, active, west, south });
    return sectorId;
  }

  async project(projectId: string): Promise<FarmProject | undefined> {
    return this.projects.get(projectId);
  }

  async sector(sectorId: string): Promise<FarmSector | undefined> {
    return this.sectors.get(sectorId);
  }

  async locate({ latitude, longitude }: GpsPosition): Promise<FarmSector | undefined> {
    return [...this.sectors.values()].find(
      ({ active, west, south }) =>
        active && longitude >= west && longitude <= west + 1 && latitude >= south && latitude <= south + 1,
    );
  }
}
