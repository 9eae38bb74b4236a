import { FixedClock } from '@furrow/kernel/testing';
import { calculatePay } from '../application/calculate-pay.ts';
import type { WorkSpan } from '../application/ports.ts';
import {
  listedResult,
  newPayRunId,
  PayPolicy,
  type PayPolicyState,
  type PayRun,
  type StatementView,
} from '../domain/index.ts';
import { InMemoryPayroll } from './in-memory-payroll.ts';
import type { PlacedFacts } from './plain-pay.ts';

const COMPANY = 'a company';
const CLOCK = new FixedClock('2026-03-01T12:00:00Z');

/** Calculates and freezes runs over what a test says is known, also those whose flags prevent freezing. */
export class InMemoryOffice {
  readonly #payroll = new InMemoryPayroll();

  /** Declares the policies in force from now on. */
  declare(policies: readonly PayPolicyState[]): Promise<void> {
    return this.#payroll.run(COMPANY, (repositories) =>
      repositories.policies.save(policies.map((state) => PayPolicy.restore(state))),
    );
  }

  freeze(known: PlacedFacts, span: WorkSpan): Promise<readonly StatementView[]> {
    this.#payroll.state(COMPANY, { ...known, changes: null });
    return this.#payroll.calculate(COMPANY, 'freeze', async (repositories, at) => {
      const { runs } = repositories;
      const run: PayRun = {
        ...{ ...span, payRunId: newPayRunId(), createdAt: at },
        ...{ frozenAt: null, acknowledged: [], result: null },
      };
      const figures = await calculatePay(repositories, run, CLOCK, { at, workerId: null });
      const { statements, calculatedAt: _, ...result } = figures;
      await runs.add(run, 'ada', at, listedResult(result));
      for (const batch of statements) await runs.keep(run.payRunId, batch);
      await runs.freeze(run.payRunId, 'ada', { at, result, acknowledged: [] });
      return statements.flat();
    });
  }
}
