import type { Clock } from '@furrow/kernel';
import {
  type Acknowledgeable,
  isBlocking,
  type Office,
  PayRunBlocked,
  PayRunNotFound,
  PayRunOverlaps,
} from '../domain/index.ts';
import { calculatePay } from './calculate-pay.ts';
import type { PayrollTransactions } from './ports.ts';

export interface FreezePayRunInput {
  readonly payRunId: string;
  /** Blocking flags that the admin accepts. */
  readonly acknowledge: readonly Acknowledgeable[];
}

/** Stores a run's current figures permanently. The freezes of a company are serialized; a repeat changes nothing. */
export class FreezePayRun {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws PayRunNotFound | PayRunOverlaps | PayRunBlocked with its flags | PayPolicyChanges | CalculationsBusy */
  execute(companyId: string, admin: Office, { payRunId, acknowledge }: FreezePayRunInput): Promise<void> {
    return this.transactions.calculate(companyId, 'freeze', async (repositories, at) => {
      const { runs, lines } = repositories;
      await runs.holdFreezes();
      const run = await runs.find(payRunId);
      if (!run) throw new PayRunNotFound();
      if (run.frozenAt !== null) return;
      const other = await runs.frozenOver(run);
      if (other !== undefined) throw new PayRunOverlaps(other);
      const figures = await calculatePay(repositories, run, this.clock, { at, workerId: null });
      const { statements, calculatedAt: _, wages, ...result } = figures;
      const blocking = result.flags.filter((flag) => isBlocking(flag, acknowledge));
      if (blocking.length > 0) throw new PayRunBlocked(blocking);
      for (const batch of statements) await runs.keep(payRunId, batch);
      const all = statements.flat();
      const paid = all.flatMap((statement) =>
        statement.lines.flatMap(({ manual }) => manual?.payLineId ?? []),
      );
      if (paid.length > 0) await lines.markPaid(payRunId, paid);
      const now = this.clock.now();
      const acknowledged = acknowledge
        .filter((code) => result.flags.some((flag) => flag.code === code))
        .map((code) => ({ code, by: admin.idpId, at: now.toISOString() }));
      const kept = wages.keptFor(
        run,
        all.map(({ workerId }) => workerId),
      );
      await runs.freeze(payRunId, admin.userId, { at: now, result, acknowledged, wages: kept });
    });
  }
}
