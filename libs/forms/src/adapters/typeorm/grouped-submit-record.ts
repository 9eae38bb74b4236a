import type { AttributedGroups, Database } from '@furrow/database';
import type { SubmitOutcome } from '../../application/records/store-records.ts';
import { SubmitRecord, type SubmitRequest } from '../../application/records/submit-record.ts';

/** In characters of JSON. A larger record would delay the others of its group, and a hundred such fill the memory. */
const MAX_VALUES = 10_000;

/**
 * Stores small records without files by group commit, so that submissions of one company share transactions. A report on a
 * task has a transaction of its own, because it locks the task and the audit trail names who completed it.
 */
export class GroupedSubmitRecord extends SubmitRecord {
  readonly #groups: AttributedGroups<SubmitRequest, SubmitOutcome>;

  constructor(
    database: Database,
    ...[transactions, media, clock]: ConstructorParameters<typeof SubmitRecord>
  ) {
    super(transactions, media, clock);
    this.#groups = database.groupCommit(
      (companyId, requests) => this.submitAll(companyId, requests),
      ({ user, draft }) => [`${user.userId} ${draft.clientRecordId}`],
    );
  }

  protected override submit(companyId: string, request: SubmitRequest): Promise<SubmitOutcome | undefined> {
    const { taskId, values } = request.draft;
    if (taskId !== null || JSON.stringify(values).length > MAX_VALUES)
      return super.submit(companyId, request);
    return this.#groups.submit(companyId, request);
  }
}
