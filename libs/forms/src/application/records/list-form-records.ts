import type { PageRequest } from '@furrow/kernel';
import type { FormRecordPage, FormRecordQuery, RecordQuestion } from '../ports.ts';

/** One page of what people filled in of a form. */
export class ListFormRecords {
  constructor(private readonly records: FormRecordQuery) {}

  /** @throws as `FormRecordQuery.page` */
  execute(question: RecordQuestion, request: PageRequest): Promise<FormRecordPage> {
    return this.records.page(question, request);
  }
}
