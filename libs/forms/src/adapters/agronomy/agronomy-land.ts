import type { ProjectDirectory, SectorLocator } from '@furrow/agronomy';
import type { Transaction } from '@furrow/platform';
import { Land, type LandProject, type LandSector } from '../../application/ports.ts';
import type { GpsPosition } from '../../domain/index.ts';

/** Projects and sectors as agronomy keeps them. */
export class AgronomyLand extends Land {
  constructor(
    private readonly tx: Transaction,
    private readonly directory: ProjectDirectory,
    private readonly locator: SectorLocator,
  ) {
    super();
  }

  override project(projectId: string): Promise<LandProject | undefined> {
    return this.directory.project(this.tx, projectId);
  }

  override sector(sectorId: string): Promise<LandSector | undefined> {
    return this.directory.sector(this.tx, sectorId);
  }

  override locate({
    latitude,
    longitude,
  }: GpsPosition): Promise<{ projectId: string; sectorId: string } | undefined> {
    return this.locator.locate(this.tx, { latitude, longitude });
  }
}
