import type { DateRange } from '@furrow/kernel';
import { spanOf, zoneOfCompany } from './observed-days.ts';
import type { PhytosanitaryQueries } from './ports.ts';

type OnRecords = (records: readonly string[]) => Promise<void>;

/** The records of a company that report pests and diseases, one by one, over local days. */
export class ListObservedRecords {
  constructor(private readonly queries: PhytosanitaryQueries) {}

  /**
   * @param begin receives the time zone of the days, and returns the function that receives records as JSON texts; the
   * next batch is read when it has returned
   * @returns how many records there were, and the time zone
   */
  execute(
    companyId: string,
    range: DateRange,
    begin: (timezone: string) => OnRecords,
  ): Promise<{ readonly timezone: string; readonly totalRecords: number }> {
    return this.queries.run(companyId, async (query) => {
      const timezone = await zoneOfCompany(query);
      const onBatch = begin(timezone);
      let totalRecords = 0;
      await query.records(spanOf(range, timezone), (records) => {
        totalRecords += records.length;
        return onBatch(records);
      });
      return { timezone, totalRecords };
    });
  }
}
