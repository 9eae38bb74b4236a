import type { DateRange } from '@furrow/kernel';
import type { RecordQuery } from '../ports.ts';

/** Null: all. */
export interface ExportRecordsInput {
  readonly projectId: string | null;
  readonly sectorId: string | null;
}

/** Exports every movement of the sessions of a range of local days. */
export class ExportRecords {
  constructor(private readonly records: RecordQuery) {}

  /**
   * @param onBatch receives movements as JSON texts, by session and then in order of time; the next batch is read when
   * it has returned
   * @throws ProjectForbidden | SectorForbidden | SectorNotInProject before the first batch
   */
  execute(
    companyId: string,
    range: DateRange,
    filters: ExportRecordsInput,
    onBatch: (movements: readonly string[]) => Promise<void>,
  ): Promise<void> {
    return this.records.movements({ companyId, start: range.start, end: range.end, ...filters }, onBatch);
  }
}
