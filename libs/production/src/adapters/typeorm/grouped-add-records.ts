import type { AttributedGroups, Database } from '@furrow/database';
import { type AddOutcome, AddRecords, type AddRequest } from '../../application/records/add-records.ts';
import type { Owner, RecordDraft } from '../../domain/index.ts';

/** A request with more drafts gets a transaction of its own, because it would delay the others of its group. */
const MAX_DRAFTS = 10;

/** Adds the records of small requests by group commit, so that a crew's single records share transactions. */
export class GroupedAddRecords extends AddRecords {
  readonly #groups: AttributedGroups<AddRequest, AddOutcome[]>;

  constructor(database: Database, ...[transactions, clock, stale]: ConstructorParameters<typeof AddRecords>) {
    super(transactions, clock, stale);
    this.#groups = database.groupCommit(
      (companyId, requests) => this.executeAll(companyId, requests),
      ({ user, drafts }) => drafts.map(({ clientEventId }) => `${user.userId} ${clientEventId}`),
    );
  }

  override execute(companyId: string, user: Owner, drafts: readonly RecordDraft[]): Promise<AddOutcome[]> {
    if (drafts.length > MAX_DRAFTS) return super.execute(companyId, user, drafts);
    return this.#groups.submit(companyId, { user, drafts });
  }
}
