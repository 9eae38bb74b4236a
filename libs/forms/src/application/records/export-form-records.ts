import type { FormRecordQuery, OnRecords, RecordQuestion } from '../ports.ts';
import type { FormVersion } from './record-view.ts';

/** Everything that people filled in of a form, batch by batch. */
export class ExportFormRecords {
  constructor(private readonly records: FormRecordQuery) {}

  /**
   * @param begin hears of all versions of the form, and of the zone that records of no project are shown in, before
   *   the first batch
   * @throws as `FormRecordQuery.page`, before that
   */
  execute(
    question: RecordQuestion,
    begin: (versions: readonly FormVersion[], timezone: string) => OnRecords,
  ): Promise<void> {
    return this.records.each(question, begin);
  }
}
