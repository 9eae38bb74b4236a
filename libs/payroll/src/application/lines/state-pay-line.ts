import { type Clock, currencyDecimals } from '@furrow/kernel';
import { IdempotencyKeyReused, WorkerNotFound } from '@furrow/kernel/errors';
import { ManualLine, type ManualLineDraft, type ManualLineState, type Office } from '../../domain/index.ts';
import type { PayrollTransactions } from '../ports.ts';

export interface StatedPayLine {
  readonly line: ManualLineState;
  /** False for a repeat. */
  readonly created: boolean;
}

/** Adds an amount to what a worker is owed, by hand. A repeat changes nothing. */
export class StatePayLine {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws WorkerNotFound | ValidationFailed | IdempotencyKeyReused */
  execute(companyId: string, by: Office, draft: ManualLineDraft): Promise<StatedPayLine> {
    return this.transactions.run(companyId, async ({ lines, work }) => {
      const { workerId, clientEventId } = draft;
      if (!(await work.workers([workerId])).has(workerId)) throw new WorkerNotFound();
      const before = await lines.byEventId(by.userId, clientEventId);
      if (before === undefined) {
        const line = ManualLine.state(draft, currencyDecimals(await work.currency()), by, this.clock.now());
        if (await lines.add(line)) return { line: line.state, created: true };
      }
      const stated = before ?? (await lines.byEventId(by.userId, clientEventId));
      if (!stated?.isSameAs(draft)) throw new IdempotencyKeyReused('clientEventId');
      return { line: stated.state, created: false };
    });
  }
}
