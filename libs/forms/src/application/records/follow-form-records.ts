import type { FeedPage, FeedRequest } from '@furrow/journal';
import type { FormRecordQuery, OnRecords, RecordQuestion } from '../ports.ts';
import type { FormVersion } from './record-view.ts';

/** The records of a form that changed since a client last asked, page by page. */
export class FollowFormRecords {
  constructor(private readonly records: FormRecordQuery) {}

  /** @throws as `FormRecordQuery.follow`, before the first batch */
  execute(
    question: RecordQuestion,
    request: FeedRequest,
    onRecords: OnRecords,
  ): Promise<FeedPage & { readonly versions: readonly FormVersion[] }> {
    return this.records.follow(question, request, onRecords);
  }
}
