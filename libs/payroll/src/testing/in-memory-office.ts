import type { LocalDate } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { calculatePay } from '../application/calculate-pay.ts';
import type { WorkSpan } from '../application/ports.ts';
import {
  listedResult,
  ManualLine,
  newPayRunId,
  PayPolicy,
  type PayRun,
  type StatementView,
  type WageState,
} from '../domain/index.ts';
import { InMemoryPayroll } from './in-memory-payroll.ts';
import type { PlacedFacts, PlainLine } from './plain/plain-office.ts';

const COMPANY = 'a company';
const ADA = { userId: 'ada', idpId: 'acme|ada' };
const CLOCK = new FixedClock('2026-03-01T12:00:00Z');

/** Calculates and freezes runs over what a test says is known, also those whose flags prevent freezing. */
export class InMemoryOffice {
  readonly #payroll = new InMemoryPayroll();

  /** Declares what is in force from now on, in place of what was. */
  declare({ policies, rates, projectWages, workers }: WageState): Promise<void> {
    this.#payroll.state(COMPANY, { standings: workers });
    return this.#payroll.run(COMPANY, async (repositories) => {
      const { wages } = repositories;
      await repositories.policies.deactivate(await repositories.policies.load());
      await repositories.policies.save(policies.map((state) => PayPolicy.restore(state)));
      await wages.deactivateRates(await wages.loadRates());
      await wages.saveRates(rates);
      await wages.deactivateProjectWages(await wages.loadProjectWages());
      await wages.saveProjectWages(projectWages);
    });
  }

  /** States the lines that are new, and voids those that are void. */
  async #stateLines(lines: readonly PlainLine[]): Promise<void> {
    await this.#payroll.run(COMPANY, async (repositories) => {
      for (const { id, worker, day, amount, inRegularRate, isVoid } of lines) {
        const draft = { workerId: worker, day: day as LocalDate, amount, inRegularRate, reason: 'By hand' };
        const stated = ManualLine.state({ ...draft, clientEventId: id }, 2, ADA, CLOCK.now());
        const before = await repositories.lines.byEventId(ADA.userId, id);
        if (!before && !isVoid) await repositories.lines.add(stated);
        if (!before || !isVoid || (await repositories.lines.counterOf(before.state.payLineId))) continue;
        const { line, counter } = before.voided(ADA, null, CLOCK.now());
        await repositories.lines.void(line, counter);
      }
    });
  }

  async freeze({ lines, ...known }: PlacedFacts, span: WorkSpan): Promise<readonly StatementView[]> {
    this.#payroll.state(COMPANY, { ...known, changes: null });
    await this.#stateLines(lines);
    return this.#payroll.calculate(COMPANY, 'freeze', async (repositories, at) => {
      const { runs, lines: manual } = repositories;
      const run: PayRun = {
        ...{ ...span, payRunId: newPayRunId(), createdAt: at },
        ...{ frozenAt: null, acknowledged: [], result: null },
      };
      const figures = await calculatePay(repositories, run, CLOCK, { at, workerId: null });
      const { statements, calculatedAt: _, wages, ...result } = figures;
      await runs.add(run, 'ada', at, listedResult(result));
      for (const batch of statements) await runs.keep(run.payRunId, batch);
      const all = statements.flat();
      const paid = all.flatMap((each) => each.lines.flatMap((line) => line.manual?.payLineId ?? []));
      await manual.markPaid(run.payRunId, paid);
      const kept = wages.keptFor(
        run,
        all.map(({ workerId }) => workerId),
      );
      await runs.freeze(run.payRunId, 'ada', { at, result, acknowledged: [], wages: kept });
      return all;
    });
  }
}
