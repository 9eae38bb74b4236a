import type { DateRange } from '@furrow/kernel';
import type { CsvDialect, MovementLine, RecordQuery } from '../ports.ts';
import type { ExportRecordsInput } from './export-records.ts';

export interface ExportRecordLinesInput extends ExportRecordsInput {
  readonly dialect: CsvDialect;
}

/** Exports what `ExportRecords` does, as lines of CSV that PostgreSQL has written. */
export class ExportRecordLines {
  constructor(private readonly records: RecordQuery) {}

  /**
   * @param onBatch receives lines by session and then in order of time; the next batch is read when it has returned
   * @throws ProjectForbidden | SectorForbidden | SectorNotInProject before the first batch
   */
  execute(
    companyId: string,
    { start, end }: DateRange,
    { dialect, ...filters }: ExportRecordLinesInput,
    onBatch: (lines: readonly MovementLine[]) => Promise<void>,
  ): Promise<void> {
    return this.records.movementLines({ companyId, start, end, ...filters }, dialect, onBatch);
  }
}
