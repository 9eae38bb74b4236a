import {
  type Acting,
  type ActingEach,
  actingEach,
  type Database,
  type GroupCommit,
  whoActs,
} from '@furrow/platform';
import { type AddOutcome, AddRecords, type AddRequest } from '../../application/records/add-records.ts';
import type { Owner, RecordDraft } from '../../domain/index.ts';

/** A request with more drafts gets a transaction of its own, because it would delay the others of its group. */
const MAX_DRAFTS = 10;

interface ActedRequest extends AddRequest {
  readonly acting: Acting;
}

/** Adds the records of small requests by group commit, so that a crew's single records share transactions. */
export class GroupedAddRecords extends AddRecords {
  readonly #groups: GroupCommit<ActedRequest, AddOutcome[]>;

  constructor(database: Database, ...[transactions, clock, stale]: ConstructorParameters<typeof AddRecords>) {
    super(transactions, clock, stale);
    this.#groups = database.groupCommit((companyId, requests) =>
      actingEach(actsOf(requests), () => this.executeAll(companyId, requests)),
    );
  }

  override execute(companyId: string, user: Owner, drafts: readonly RecordDraft[]): Promise<AddOutcome[]> {
    if (drafts.length > MAX_DRAFTS) return super.execute(companyId, user, drafts);
    return this.#groups.submit(companyId, { user, drafts, acting: whoActs() });
  }
}

/**
 * Who acts for each record, under the key that `actedAs` of records computes. If two requests of a user have the same
 * key, the first one adds the record.
 */
function actsOf(requests: readonly ActedRequest[]): ActingEach {
  const acts = requests.flatMap(({ user, drafts, acting }) =>
    drafts.map(({ clientEventId }) => [`${user.userId} ${clientEventId}`, acting] as const),
  );
  return Object.fromEntries(acts.reverse());
}
