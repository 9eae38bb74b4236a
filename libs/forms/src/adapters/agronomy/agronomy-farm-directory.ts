import type { ProjectDirectory, SectorLocator } from '@furrow/agronomy';
import type { Transaction } from '@furrow/platform';
import { FarmDirectory, type FarmProject, type FarmSector } from '../../application/ports.ts';
import type { GpsPosition } from '../../domain/index.ts';

/** Projects and sectors as agronomy keeps them. */
export class AgronomyFarmDirectory extends FarmDirectory {
  constructor(
    private readonly tx: Transaction,
    private readonly directory: ProjectDirectory,
    private readonly locator: SectorLocator,
  ) {
    super();
  }

  override project(projectId: string): Promise<FarmProject | undefined> {
    return this.directory.project(this.tx, projectId);
  }

  override sector(sectorId: string): Promise<FarmSector | undefined> {
    return this.directory.sector(this.tx, sectorId);
  }

  override locate({
    latitude,
    longitude,
  }: GpsPosition): Promise<{ projectId: string; sectorId: string } | undefined> {
    return this.locator.locate(this.tx, { latitude, longitude });
  }
}
