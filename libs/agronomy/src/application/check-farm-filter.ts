import type { FarmFilter } from '../domain/index.ts';
import { filterFound } from './observed-days.ts';
import type { PhytosanitaryQueries } from './ports.ts';

/** For answers about the whole company: the project and sector of the filter must still belong to it. */
export class CheckFarmFilter {
  constructor(private readonly queries: PhytosanitaryQueries) {}

  /** @throws ProjectForbidden | SectorForbidden | SectorNotInProject */
  async execute(companyId: string, filter: FarmFilter): Promise<void> {
    if (filter.projectId === null && filter.sectorId === null) return;
    await this.queries.run(companyId, (query) => filterFound(query, filter));
  }
}
