import type { Clock } from '@furrow/kernel';
import {
  isBlocking,
  PayRunBlocked,
  PayRunNotFound,
  PayRunOverlaps,
  TotalsOfStatements,
} from '../domain/index.ts';
import type { PayrollTransactions } from './ports.ts';
import { payNow } from './work-out-pay.ts';

/** Stores a run's current figures for good. The freezes of a company are serialized; a repeat changes nothing. */
export class FreezePayRun {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws PayRunNotFound | PayRunOverlaps | PayRunBlocked with its flags | PayPolicyChanges */
  execute(companyId: string, userId: string, payRunId: string): Promise<void> {
    return this.transactions.run(companyId, async (repositories) => {
      const { runs } = repositories;
      await runs.holdFreezes();
      const run = await runs.find(payRunId);
      if (!run) throw new PayRunNotFound();
      if (run.frozenAt !== null) return;
      const other = await runs.frozenOver(run);
      if (other !== undefined) throw new PayRunOverlaps(other);
      const { currency, policy, workOut } = await payNow(repositories, run, this.clock);
      const { flags, statements } = await workOut();
      const blocking = flags.filter(isBlocking);
      if (blocking.length > 0) throw new PayRunBlocked(blocking);
      const totals = new TotalsOfStatements();
      for await (const batch of statements) {
        totals.add(batch);
        await runs.keep(payRunId, batch);
      }
      await runs.freeze(payRunId, this.clock.now(), userId, {
        currency,
        policy,
        flags,
        totals: totals.value,
      });
    });
  }
}
