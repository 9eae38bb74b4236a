import { FieldColumns, type FormRecordView, type FormVersion } from '@furrow/forms';
import type { Cell } from '../http/export/csv.ts';
import { columnsOf, LocalTimes, table } from '../http/export/table.ts';
import { RECORD, type SubmittedRecord } from './form.answer.ts';

/** Records of a form as rows: what is said of a record, and then its fields. */
export interface RecordTable {
  readonly headings: readonly string[];
  readonly row: (record: FormRecordView) => Cell[];
}

/**
 * @param versions every version of the form
 * @param zone the local time zone of records without a project
 */
export function recordTable(versions: readonly FormVersion[], zone: string): RecordTable {
  const times = new LocalTimes();
  const { headings, rows } = table(
    columnsOf<SubmittedRecord, FormRecordView>(RECORD, {
      formId: null,
      recordedAt: {
        recordedAt: ({ recordedAt }) => recordedAt,
        recordedLocal: ({ recordedAt, timezone }) => times.of(recordedAt, timezone ?? zone),
        timezone: ({ timezone }) => timezone ?? zone,
      },
      timezone: null,
      locationSource: {
        locationSource: ({ locationSource }) => locationSource,
        latitude: ({ location }) => location?.latitude,
        longitude: ({ location }) => location?.longitude,
        accuracy: ({ location }) => location?.accuracy,
      },
      task: { taskId: ({ task }) => task?.taskId },
    }),
  );
  const fields = new FieldColumns(versions);
  return {
    headings: [...headings, ...fields.headings],
    row: (record) => [...rows(record).flat(), ...fields.cells(record)],
  };
}
