import type { FarmFilter } from '../domain/index.ts';
import { filterFound } from './observed-days.ts';
import type { PhytosanitaryReadings } from './ports.ts';

/** For answers that are about the whole company: what a caller names must be the company's all the same. */
export class CheckFarmFilter {
  constructor(private readonly readings: PhytosanitaryReadings) {}

  /** @throws ProjectForbidden | SectorForbidden | SectorNotInProject */
  async execute(companyId: string, filter: FarmFilter): Promise<void> {
    if (filter.projectId === null && filter.sectorId === null) return;
    await this.readings.run(companyId, (reader) => filterFound(reader, filter));
  }
}
