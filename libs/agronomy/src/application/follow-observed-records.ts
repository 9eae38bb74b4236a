import type { LocalDate } from '@furrow/kernel';
import { openSpanOf, zoneOfCompany } from './observed-days.ts';
import type { ObservedFeed, ObservedFeedPage, PhytosanitaryQueries } from './ports.ts';

/** The local days of records; null for any. */
export interface ObservedDaysInput {
  readonly start: LocalDate | null;
  readonly end: LocalDate | null;
}

export type FollowObservedRecordsInput = Pick<ObservedFeed, 'cursor' | 'since' | 'limit'>;

/** The records of a company that changed since the cursor, page by page. */
export class FollowObservedRecords {
  constructor(private readonly queries: PhytosanitaryQueries) {}

  /**
   * @param onBatch receives records as JSON texts; the next batch is read when it has returned
   * @returns how many records there were, the time zone of their days, and the next cursor
   * @throws if the cursor is no longer valid, before the first batch
   */
  async execute(
    companyId: string,
    days: ObservedDaysInput,
    request: FollowObservedRecordsInput,
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
