import {
  type Acting,
  type ActingEach,
  actingEach,
  type Database,
  type GroupCommit,
  whoActs,
} from '@furrow/platform';
import type { SubmitOutcome } from '../../application/records/store-records.ts';
import { SubmitRecord, type SubmitRequest } from '../../application/records/submit-record.ts';

interface ActedRequest extends SubmitRequest {
  readonly acting: Acting;
}

/**
 * Stores records without files by group commit, so that submissions of one company share transactions. A report on a
 * task has a transaction of its own, because it locks the task and the audit trail names who completed it.
 */
export class GroupedSubmitRecord extends SubmitRecord {
  readonly #groups: GroupCommit<ActedRequest, SubmitOutcome>;

  constructor(
    database: Database,
    ...[transactions, media, clock]: ConstructorParameters<typeof SubmitRecord>
  ) {
    super(transactions, media, clock);
    this.#groups = database.groupCommit((companyId, requests) =>
      actingEach(actsOf(requests), () => this.submitAll(companyId, requests)),
    );
  }

  protected override submit(companyId: string, request: SubmitRequest): Promise<SubmitOutcome | undefined> {
    if (request.draft.taskId !== null) return super.submit(companyId, request);
    return this.#groups.submit(companyId, { ...request, acting: whoActs() });
  }
}

/**
 * Who acts for each record, under the key that `actedAs` of records computes. If two requests of a user have the same
 * key, the first one adds the record.
 */
function actsOf(requests: readonly ActedRequest[]): ActingEach {
  const acts = requests.map(
    ({ user, draft, acting }) => [`${user.userId} ${draft.clientRecordId}`, acting] as const,
  );
  return Object.fromEntries(acts.reverse());
}
