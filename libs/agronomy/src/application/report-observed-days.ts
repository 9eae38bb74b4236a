import { type DateRange, startOfLocalDate } from '@furrow/kernel';
import { type DayFigures, figuresByDay, type Observed } from '../domain/index.ts';
import { filterFound, spanOf, zoneOfCompany } from './observed-days.ts';
import type { PhytosanitaryQueries } from './ports.ts';

/** A record as the report has it. */
interface ObservedRecord {
  readonly projectId: string | null;
  readonly sectorId: string | null;
  readonly record_time: string | null;
  readonly created_at: string;
  readonly responses: readonly {
    readonly name: string;
    readonly value_number: number | null;
    readonly severity: number | null;
  }[];
}

export interface ObservedDay extends DayFigures {
  /** The first instant of the local date in the project's zone. */
  readonly day: Date;
}

/** Pests and diseases of a project by local day and sector. */
export class ReportObservedDays {
  constructor(private readonly queries: PhytosanitaryQueries) {}

  /**
   * @param range local days of the company, as those of the records' list
   * @throws ProjectForbidden
   */
  execute(companyId: string, projectId: string, range: DateRange): Promise<ObservedDay[]> {
    return this.queries.run(companyId, async (query) => {
      const { filter, timezone } = await filterFound(query, { projectId, sectorId: null });
      const zone = timezone ?? (await zoneOfCompany(query));
      const observed: Observed[] = [];
      await query.records(spanOf(range, await zoneOfCompany(query)), async (records) => {
        for (const text of records) {
          const record = JSON.parse(text) as ObservedRecord;
          if (record.projectId === filter.projectId) observed.push(...observedIn(record));
        }
      });
      return figuresByDay(observed, zone).map((figures) => ({
        ...figures,
        day: startOfLocalDate(figures.localDate, zone),
      }));
    });
  }
}

function observedIn({ sectorId, record_time, created_at, responses }: ObservedRecord): Observed[] {
  if (sectorId === null) return [];
  const at = new Date(record_time ?? created_at);
  return [
    {
      ...{ at, sectorId },
      responses: responses.map(({ name, value_number: value, severity }) => ({ name, value, severity })),
    },
  ];
}
