import type { FormRecordQuery, OnRecords, RecordQuestion } from '../ports.ts';
import type { FormVersion } from './record-view.ts';

/** Exports all records of a form, in batches. */
export class ExportFormRecords {
  constructor(private readonly records: FormRecordQuery) {}

  /**
   * @param begin receives all versions of the form, and the time zone for records without a project, before the first
   * batch
   * @throws as `FormRecordQuery.page`, before the first batch
   */
  execute(
    question: RecordQuestion,
    begin: (versions: readonly FormVersion[], timezone: string) => OnRecords,
  ): Promise<void> {
    return this.records.each(question, begin);
  }
}
