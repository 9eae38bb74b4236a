import { ProjectDirectory } from '@furrow/agronomy';
import type { Database } from '@furrow/database';
import type { RegisteredSector, SectorRegistry } from '../../application/ports.ts';

/** Sectors read from agronomy. */
export class AgronomySectorRegistry implements SectorRegistry {
  constructor(private readonly database: Database) {}

  sectorsOf(companyId: string, projectId: string): Promise<readonly RegisteredSector[]> {
    return this.database.tenant(companyId, (tx) => new ProjectDirectory().sectorsOf(tx, projectId));
  }
}
