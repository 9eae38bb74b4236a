import { describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import type { EarlierRun } from '../../application/ports.ts';
import { type Flag, listedResult, type PayPolicyState, type PayResult } from '../../domain/index.ts';
import {
  allOf,
  aStatement,
  type ContractCompanies,
  CREATED_AT,
  day,
  NO_WAGES,
  NOTHING,
} from './contract-companies.ts';

const NOWHERE = ['no id at all', newId()];
const AT = new Date('2026-03-01T08:00:00.001Z');
const grossOf = (gross: number): PayResult => ({ ...NOTHING, totals: { ...NOTHING.totals, gross } });
const later = (milliseconds: number) => new Date(CREATED_AT.getTime() + milliseconds);

/** Drafts and frozen runs, and their list. */
export function describePayRuns(companies: ContractCompanies): void {
  const { run, find, drafted, frozen } = companies;
  const page = (number = 1, pageSize = 10) => run(({ runs }) => runs.page({ page: number, pageSize }));

  describe('runs', () => {
    it('are drafts until they are frozen, and are found by their company alone', async () => {
      const { own, other } = companies;
      const draft = await drafted('2026-01-05', '2026-01-11', own.projectId);
      expect(await find(draft.payRunId)).toEqual(draft);
      expect(await find(draft.payRunId, other)).toBeUndefined();
      for (const nowhere of NOWHERE) expect(await find(nowhere)).toBeUndefined();
      expect(await run(({ runs }) => runs.drafts())).toBe(1);

      const by = { by: own.admin.idpId, at: AT.toISOString() };
      const acknowledged = [{ code: 'negative_gross' as const, ...by }];
      await run(({ runs }) =>
        runs.freeze(draft.payRunId, own.admin.userId, {
          ...{ at: AT, result: grossOf(7), acknowledged, wages: NO_WAGES },
        }),
      );
      expect(await find(draft.payRunId)).toEqual({
        ...{ ...draft, frozenAt: AT, result: grossOf(7), acknowledged },
      });
      expect(await run(({ runs }) => runs.drafts())).toBe(0);
    });

    it('are deleted as drafts alone', async () => {
      const { payRunId } = await drafted('2026-01-05', '2026-01-11');
      const final = await frozen('2026-01-12', '2026-01-18');
      const deleted = (id: string) => run(({ runs }) => runs.deleteDraft(id));
      expect([await deleted(payRunId), await deleted(payRunId), await deleted(final)]).toEqual([
        ...[true, false, false],
      ]);
      for (const nowhere of NOWHERE) expect(await deleted(nowhere)).toBe(false);
      expect(await find(payRunId)).toBeUndefined();
    });

    it('are listed with the figures of their last calculation, latest first', async () => {
      const [first, second] = [
        await drafted('2026-01-05', '2026-01-11'),
        await drafted('2026-01-12', '2026-01-18'),
      ];
      const store = (payRunId: string, at: Date, gross: number) =>
        run(({ runs }) => runs.keepListed(payRunId, at, listedResult(grossOf(gross))));
      await store(first.payRunId, later(2), 2);
      await store(first.payRunId, later(1), 1);
      const { items, total } = await page(1, 1);
      expect([items.map(({ payRunId }) => payRunId), total]).toEqual([[second.payRunId], 2]);
      const { result: _, ...head } = first;
      expect((await page(2, 1)).items).toEqual([
        { ...head, calculatedAt: later(2), listed: listedResult(grossOf(2)) },
      ]);
    });

    it('are listed frozen with the result of their freezing, and its first flags', async () => {
      const flags = Array.from({ length: 120 }, (_, index): Flag => ({
        code: 'no_price',
        shiftId: `${index}`,
      }));
      const payRunId = await frozen('2026-01-05', '2026-01-11', { result: { ...grossOf(3), flags } });
      await run(({ runs }) => runs.keepListed(payRunId, new Date('2030-01-01'), listedResult(grossOf(7))));
      const { items } = await page();
      expect(items).toMatchObject([
        {
          ...{ payRunId, calculatedAt: new Date('2026-03-01') },
          listed: { ...grossOf(3), flags: flags.slice(0, 100), flagCount: 120 },
        },
      ]);
    });

    it('keep their statements, by worker id', async () => {
      const { own, other } = companies;
      const workers = [own.workerId, own.otherWorkerId].toSorted();
      const statements = workers.map((workerId, index) => aStatement(workerId, 10.5 + index));
      const payRunId = await frozen('2026-01-05', '2026-01-11', { statements: statements.toReversed() });
      const stored = await run(({ runs }) => allOf(runs.statements(payRunId)));
      expect(stored).toEqual(statements);
      const statementOf = (workerId: string, at = own) =>
        run(({ runs }) => runs.statement(payRunId, workerId), at);
      expect(await statementOf(workers[1]!)).toEqual(statements[1]);
      expect(await statementOf(workers[1]!, other)).toBeUndefined();
      for (const nowhere of NOWHERE) expect(await statementOf(nowhere)).toBeUndefined();
    });
  });
}

/** What runs have to do with each other. */
export function describeRelatedPayRuns(companies: ContractCompanies): void {
  const { run, find, drafted, frozen } = companies;

  describe('frozen runs', () => {
    it('cover their days and projects', async () => {
      const { projectId, otherProjectId } = companies.own;
      await drafted('2026-01-05', '2026-01-06');
      const ofProject = await frozen('2026-01-05', '2026-01-06', { projectId });
      const ofAll = await frozen('2026-01-07', '2026-01-08');
      const over = (from: string, to: string, of: string | null) =>
        run(({ runs }) => runs.frozenOver({ from: day(from), to: day(to), projectId: of }));
      expect(await over('2026-01-06', '2026-01-06', projectId)).toBe(ofProject);
      expect(await over('2026-01-06', '2026-01-06', null)).toBe(ofProject);
      expect(await over('2026-01-06', '2026-01-06', otherProjectId)).toBeUndefined();
      expect(await over('2026-01-06', '2026-01-07', otherProjectId)).toBe(ofAll);
      expect(await over('2026-01-06', '2026-01-07', projectId)).toBe(ofProject);
      expect(await over('2026-01-09', '2026-01-31', null)).toBeUndefined();
    });

    it('are earlier than the days after them, in their project and in all', async () => {
      const { projectId, otherProjectId } = companies.own;
      const policy = { validFrom: day('2020-01-01') } as PayPolicyState;
      await frozen('2026-01-05', '2026-01-06', { projectId, result: { ...NOTHING, policy } });
      await frozen('2026-01-07', '2026-01-08');
      const head = (each: EarlierRun) => ({ from: each.from, to: each.to, policy: each.result.policy });
      const earlier = async (of: string | null) => {
        const span = { from: day('2026-01-06'), to: day('2026-01-11'), projectId: of };
        return (await run(({ runs }) => runs.earlierOf(span))).map(head);
      };
      const ofAll = { from: '2026-01-07', to: '2026-01-08', policy: null };
      const ofNorth = { from: '2026-01-05', to: '2026-01-06', policy: expect.objectContaining(policy) };
      expect(await earlier(projectId)).toEqual([ofNorth, ofAll]);
      expect(await earlier(otherProjectId)).toEqual([ofAll]);
      expect(await earlier(null)).toEqual([ofAll]);
    });

    it('are corrected for some days by later runs of their project or of all', async () => {
      const { projectId, otherProjectId } = companies.own;
      const first = await frozen('2026-01-01', '2026-01-10', { projectId, at: '2026-01-11T00:00:00.000Z' });
      const second = await frozen('2026-01-01', '2026-01-11', {
        ...{ projectId: otherProjectId, at: '2026-01-12T00:00:00.000Z' },
      });
      const all = await frozen('2026-01-12', '2026-01-20', { at: '2026-01-21T00:00:00.000Z' });
      const next = await drafted('2026-01-21', '2026-01-31');
      const correctedBy = async (forDays: number, of: string | null) => {
        const corrected = await run(({ runs }) => runs.correctedBy({ ...next, projectId: of }, forDays));
        return corrected.map(({ payRunId, correctedAt }) => [payRunId, correctedAt.toISOString()]);
      };
      const byAll = '2026-01-21T00:00:00.000Z';
      const both = [
        [first, byAll],
        [second, byAll],
      ].toSorted(([a], [b]) => (a! < b! ? -1 : 1));
      expect(await correctedBy(11, null)).toEqual([...both, [all, byAll]]);
      expect(await correctedBy(10, null)).toEqual([
        [second, byAll],
        [all, byAll],
      ]);
      expect(await correctedBy(11, projectId)).toEqual([[first, byAll]]);
      // A run that ends too long before `all` is not corrected by it either.
      expect(await correctedBy(1, null)).toEqual([[all, byAll]]);
      const [found] = await run(({ runs }) => runs.correctedBy({ ...next, projectId }, 11));
      expect(found).toEqual({ ...(await find(first)), wages: NO_WAGES, correctedAt: new Date(byAll) });
    });

    it('are too old to be corrected after these days, and are no longer searched later', async () => {
      const { projectId, otherProjectId } = companies.own;
      const old = await frozen('2026-01-01', '2026-01-10', { projectId, at: '2026-01-11T00:00:00.000Z' });
      await frozen('2026-01-12', '2026-01-20', { at: '2026-01-21T00:00:00.000Z' });
      const next = await drafted('2026-01-21', '2026-01-31');
      const tooOld = async (forDays: number, since: number, of: string | null) => {
        const found = await run(({ runs }) => runs.tooOldFor({ ...next, projectId: of }, forDays, since));
        return found.map(({ payRunId, correctedAt }) => [payRunId, correctedAt.toISOString()]);
      };
      const expected = [[old, '2026-01-21T00:00:00.000Z']];
      expect(await tooOld(10, 11, null)).toEqual(expected);
      expect(await tooOld(10, 11, projectId)).toEqual(expected);
      expect(await tooOld(10, 11, otherProjectId)).toEqual([]);
      expect(await tooOld(11, 30, null)).toEqual([]);
      expect(await tooOld(5, 10, null)).toEqual([]);
    });

    it('are paid by their own statements, and by those of the runs that correct them', async () => {
      const { workerId, otherWorkerId } = companies.own;
      const first = await frozen('2026-01-05', '2026-01-11', { statements: [aStatement(workerId, 0.1)] });
      await frozen('2026-01-12', '2026-01-18', {
        statements: [
          aStatement(workerId, 5, { [first]: 0.2 }),
          aStatement(otherWorkerId, 0, { [first]: -3.5 }),
        ],
      });
      const paid = await run(({ runs }) => runs.paidFor(first));
      expect(Object.fromEntries(paid)).toEqual({ [workerId]: '0.3', [otherWorkerId]: '-3.5' });
    });
  });
}
