import type { DateRange } from '@furrow/kernel';
import { type FarmFilter, type PhytosanitarySummary, summaryOf } from '../domain/index.ts';
import { filterFound, spanOf, zoneOfCompany } from './observed-days.ts';
import type { PhytosanitaryQueries } from './ports.ts';

export interface SummarizedObservations extends PhytosanitarySummary {
  /** IANA name of the time zone of the days. */
  readonly timezone: string;
  /** The project and sector of the request, with their names. */
  readonly named: FarmFilter;
}

/** Incidence and severity by sector and pest, over local days of a sector, a project or the company. */
export class SummarizeObservations {
  constructor(private readonly queries: PhytosanitaryQueries) {}

  /** @throws ProjectForbidden | SectorForbidden | SectorNotInProject */
  execute(companyId: string, range: DateRange, filter: FarmFilter): Promise<SummarizedObservations> {
    return this.queries.run(companyId, async (query) => {
      const found = await filterFound(query, filter);
      const timezone = found.timezone ?? (await zoneOfCompany(query));
      const tallies = await query.tallies(spanOf(range, timezone), found.filter);
      const named = { ...found.filter, projectId: filter.projectId && found.filter.projectId };
      return { timezone, named, ...summaryOf(tallies) };
    });
  }
}
