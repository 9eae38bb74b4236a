import { ProjectDirectory, SectorLocator } from '@furrow/agronomy';
import type { Transaction } from '@furrow/database';
import type { FarmDirectory, FarmProject, FarmSector } from '../../application/ports.ts';
import type { GpsPosition } from '../../domain/index.ts';

/** Projects and sectors read from agronomy. */
export class AgronomyFarmDirectory implements FarmDirectory {
  readonly #projects = new ProjectDirectory();
  readonly #sectors = new SectorLocator();

  constructor(private readonly tx: Transaction) {}

  project(projectId: string): Promise<FarmProject | undefined> {
    return this.#projects.project(this.tx, projectId);
  }

  sector(sectorId: string): Promise<FarmSector | undefined> {
    return this.#projects.sector(this.tx, sectorId);
  }

  locate({ latitude, longitude }: GpsPosition): Promise<{ projectId: string; sectorId: string } | undefined> {
    return this.#sectors.locate(this.tx, { latitude, longitude });
  }
}
