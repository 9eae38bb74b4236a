import { describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { ManualLine, PayPolicy, type PayRateState, type ProjectWageState } from '../../domain/index.ts';
import { type ContractCompanies, CREATED_AT, day, NOTHING, NO_WAGES } from './contract-companies.ts';

/** Policies of groups, rates, project wages and manual lines. */
export function describeWages(companies: ContractCompanies): void {
  const { run, drafted, frozen } = companies;

  const stated = (over: object = {}) =>
    ManualLine.state(
      {
        ...{ workerId: companies.own.workerId, day: day('2026-01-06'), amount: '12.50', reason: 'Travel' },
        ...{ inRegularRate: false, clientEventId: newId(), ...over },
      },
      2,
      companies.own.admin,
      CREATED_AT,
    );

  describe('wages', () => {
    it('have policies of groups with tiers, beside those of all', async () => {
      const tiers = [{ unit: 'box', per: 'day', from: 60.5, premium: 0.125 }];
      const [ofGroup, ofAll] = [
        PayPolicy.declare({ validFrom: '2026-01-05', group: 'h2a', tiers }),
        PayPolicy.declare({ validFrom: '2026-01-05', tiers }),
      ];
      await run(({ policies }) => policies.save([ofGroup, ofAll]));
      const inForce = async () => (await run(({ policies }) => policies.inForce())).slice(1);
      expect((await inForce()).map(({ state }) => state)).toEqual(
        expect.arrayContaining([ofGroup.state, ofAll.state]),
      );
      await run(({ policies }) => policies.deactivate([ofGroup]));
      expect((await inForce()).map(({ state }) => state)).toEqual([ofAll.state]);
    });

    it('have rates and project wages by first day, until they are withdrawn', async () => {
      const { workerId, projectId } = companies.own;
      const rates: PayRateState[] = [
        { validFrom: day('2026-02-01'), of: 'worker', target: workerId, hourlyRate: null },
        { validFrom: day('2026-01-01'), of: 'position', target: 'driver', hourlyRate: '15.25' },
      ];
      const wage: ProjectWageState = {
        ...{ validFrom: day('2026-01-01'), projectId, group: 'h2a', hourlyRate: null },
        ...{ minimumWage: { amount: '16.9', per: 'hour' }, nonproductiveRate: '16' },
      };
      await run(async ({ wages }) => {
        await wages.saveRates(rates);
        await wages.saveProjectWages([wage]);
      });
      expect(await run(({ wages }) => wages.ratesInForce())).toEqual(rates.toReversed());
      expect(await run(({ wages }) => wages.loadProjectWages())).toEqual([wage]);
      expect(await run(({ wages }) => wages.ratesInForce(), companies.other)).toEqual([]);
      await run(async ({ wages }) => {
        await wages.deactivateRates(rates.slice(0, 1));
        await wages.deactivateProjectWages([wage]);
      });
      expect(await run(({ wages }) => wages.loadRates())).toEqual(rates.slice(1));
      expect(await run(({ wages }) => wages.projectWagesInForce())).toEqual([]);
    });
  });

  describe('manual lines', () => {
    const unpaid = (from: string, to: string) =>
      run(async ({ lines }) => (await lines.unpaidFor({ from: day(from), to: day(to) })).map(idOf));
    const idOf = ({ payLineId }: { readonly payLineId: string }) => payLineId;

    it('are stated once for each key of their author, and found by their company alone', async () => {
      const line = stated();
      expect(await run(({ lines }) => lines.add(line))).toBe(true);
      const { clientEventId, payLineId } = line.state;
      expect(await run(({ lines }) => lines.add(stated({ clientEventId })))).toBe(false);
      const found = await run(({ lines }) => lines.byEventId(companies.own.admin.userId, clientEventId));
      expect(found?.state).toEqual({ ...line.state, amount: expect.stringMatching(/^12\.50?$/) });
      expect(await run(({ lines }) => lines.lock(payLineId), companies.other)).toBeUndefined();
      expect(await run(({ lines }) => lines.lock('no id at all'))).toBeUndefined();
    });

    it('are of the run that has their day, or of the next one where that is frozen', async () => {
      const line = stated();
      await run(({ lines }) => lines.add(line));
      const { payLineId } = line.state;
      expect(await unpaid('2026-01-05', '2026-01-11')).toEqual([payLineId]);
      // Days that no run has paid wait for a run of theirs.
      expect(await unpaid('2026-01-12', '2026-01-18')).toEqual([]);
      await frozen('2026-01-05', '2026-01-11');
      expect(await unpaid('2026-01-12', '2026-01-18')).toEqual([payLineId]);
      const { payRunId } = await drafted('2026-01-12', '2026-01-18');
      await run(async ({ lines, runs }) => {
        await lines.markPaid(payRunId, [payLineId]);
        const at = { at: CREATED_AT, result: NOTHING, acknowledged: [], wages: NO_WAGES };
        await runs.freeze(payRunId, companies.own.admin.userId, at);
      });
      expect(await unpaid('2026-01-19', '2026-01-25')).toEqual([]);
      expect((await run(({ lines }) => lines.paidBy(payRunId))).map(idOf)).toEqual([payLineId]);
    });

    it('cancel each other if they are void before they are paid, and are taken back after', async () => {
      const [before, after] = [stated(), stated({ inRegularRate: true })];
      const { admin } = companies.own;
      const first = await frozen('2026-01-05', '2026-01-11');
      await run(async ({ lines }) => {
        for (const line of [before, after]) await lines.add(line);
        await lines.markPaid(first, [after.state.payLineId]);
      });
      const counters = await run(async ({ lines }) => {
        const voided = [before, after].map((line) => line.voided(admin, 'wrong', CREATED_AT));
        for (const { line, counter } of voided) await lines.void(line, counter);
        return voided.map(({ counter }) => counter.state.payLineId);
      });
      expect(await unpaid('2026-01-12', '2026-01-18')).toEqual(counters.slice(1));
      const found = await run(({ lines }) => lines.counterOf(after.state.payLineId));
      expect(found?.state).toMatchObject({ payLineId: counters[1], voidsLineId: after.state.payLineId });
      const regular = await run(({ lines }) =>
        lines.inRegularRate({ from: day('2026-01-06'), to: day('2026-01-06') }),
      );
      expect(regular.map(({ payLineId, voidedAt }) => [payLineId, voidedAt])).toEqual([
        [after.state.payLineId, CREATED_AT],
      ]);
      const all = { from: null, to: null, workerId: null };
      const page = (over: object) =>
        run(({ lines }) => lines.page({ ...all, ...over }, { page: 1, pageSize: 10 }));
      expect((await page({})).total).toBe(4);
      expect((await page({ from: day('2026-01-07') })).items).toEqual([]);
      expect((await page({ workerId: companies.own.otherWorkerId })).total).toBe(0);
    });
  });
}
