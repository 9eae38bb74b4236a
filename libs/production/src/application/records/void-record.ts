import type { Clock } from '@furrow/kernel';
import { PaidByFrozenRun, RecordNotFound } from '@furrow/kernel/errors';
import { newRecordId, type ProductionRecord, type Voider } from '../../domain/index.ts';
import type { ProductionRepositories, ProductionTransactions, StaleSnapshots } from '../ports.ts';

export interface VoidRecordInput {
  readonly recordId: string;
  readonly reason: string | null;
}

/** Cancels a record's units with a counter-movement; a repeat answers the same and changes nothing. */
export class VoidRecord {
  constructor(
    private readonly transactions: ProductionTransactions,
    private readonly clock: Clock,
    private readonly stale: StaleSnapshots,
  ) {}

  /**
   * @returns the counter-movement
   * @throws RecordNotFound | NotSessionOwner | RecordIsVoid | PaidByFrozenRun | SessionNotOpen
   */
  async execute(companyId: string, user: Voider, input: VoidRecordInput): Promise<ProductionRecord> {
    const counter = await this.transactions.run(companyId, (repositories) =>
      this.#void(repositories, user, input),
    );
    this.stale.mark(companyId, [counter.state.sessionId]);
    return counter;
  }

  async #void(
    repositories: ProductionRepositories,
    user: Voider,
    { recordId, reason }: VoidRecordInput,
  ): Promise<ProductionRecord> {
    // Before the session is locked, because records are added to it while a run is being frozen.
    await repositories.paid.holdFreezes();
    const record = await repositories.records.find(recordId);
    if (!record) throw new RecordNotFound();
    const { sessionId } = record.state;
    const session = (await repositories.sessions.lockForRecords([sessionId])).get(sessionId);
    if (!session) throw new RecordNotFound();
    const { localDate, projectId } = session.state;
    const paidBy = await repositories.paid.paidBy(localDate, projectId);
    if (paidBy === undefined || !user.voidsPaid) session.assertOwnedBy(user.userId);
    record.assertAddition();

    const before = await repositories.records.counterOf(recordId);
    if (before) return before;
    if (paidBy !== undefined && !user.voidsPaid) throw new PaidByFrozenRun(paidBy);
    const now = this.clock.now();
    session.assertOpen(now);
    const counter = record.void(reason, { recordId: newRecordId(), by: user.userId, at: now });
    if (await repositories.records.void(record, counter)) return counter;
    const theirs = await repositories.records.counterOf(recordId);
    if (!theirs) throw new Error('A voided record has no counter-movement');
    return theirs;
  }
}
