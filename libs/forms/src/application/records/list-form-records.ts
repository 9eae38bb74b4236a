import type { PageRequest } from '@furrow/kernel';
import type { FormRecordPage, FormRecordQuery, RecordQuestion } from '../ports.ts';

/** Lists one page of a form's records. */
export class ListFormRecords {
  constructor(private readonly records: FormRecordQuery) {}

  /** @throws as `FormRecordQuery.page` */
  execute(question: RecordQuestion, request: PageRequest): Promise<FormRecordPage> {
    return this.records.page(question, request);
  }
}
