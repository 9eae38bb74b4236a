import type { LocalDate } from '@furrow/kernel';
import { openSpanOf, zoneOfCompany } from './observed-days.ts';
import type { ObservedFeed, ObservedFeedPage, PhytosanitaryQueries } from './ports.ts';

/** The records of a company that changed since a client last asked, page by page. */
export class FollowObservedRecords {
  constructor(private readonly queries: PhytosanitaryQueries) {}

  /**
   * @param days local days that records are of, null where it does not matter
   * @param onBatch takes records as JSON texts; the next batch is read when it is done
   * @returns how many records there were, the zone whose days they are of, and where to go on
   * @throws where the cursor is no good any more, before the first batch
   */
  async execute(
    companyId: string,
    days: { readonly start: LocalDate | null; readonly end: LocalDate | null },
    request: Pick<ObservedFeed, 'cursor' | 'since' | 'limit'>,
    onBatch: (records: readonly string[]) => Promise<void>,
  ): Promise<ObservedFeedPage & { readonly timezone: string; readonly totalRecords: number }> {
    const timezone = await this.queries.run(companyId, zoneOfCompany);
    let totalRecords = 0;
    const feed = { ...request, span: openSpanOf(days, timezone), question: [days.start, days.end] };
    const page = await this.queries.follow(companyId, feed, (records) => {
      totalRecords += records.length;
      return onBatch(records);
    });
    return { ...page, timezone, totalRecords };
  }
}
