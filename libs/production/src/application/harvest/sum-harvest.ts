import type { HarvestGrouping } from '../../domain/index.ts';
import type { GroupedScope, HarvestGroup, HarvestGroupsQuery } from './harvest-groups.ts';

/** What was picked in a range of local days, by sector, variety, quality, worker, week or container. */
export class SumHarvest {
  constructor(private readonly harvest: HarvestGroupsQuery) {}

  /** @throws ProjectForbidden | SectorForbidden | SectorNotInProject */
  execute(scope: GroupedScope, grouping: HarvestGrouping): Promise<HarvestGroup[]> {
    return this.harvest.groups(scope, grouping);
  }
}
