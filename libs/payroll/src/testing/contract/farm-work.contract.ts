import { describe, expect, it } from '@jest/globals';
import type { WorkFilter } from '../../application/ports.ts';
import { allOf, type ContractCompanies, day } from './contract-companies.ts';

const MONDAY = '2026-01-05';
const HOUR_MS = 3_600_000;

/** The company and its work, as the contexts below know them. */
export function describeFarmWork(companies: ContractCompanies): void {
  const { run } = companies;
  const worked = (over: Partial<WorkFilter> = {}) =>
    run(async ({ work }) => {
      const filter = { from: day(MONDAY), to: day(MONDAY), projectId: null, workerId: null, ...over };
      const { shifts, elsewhere, sessions } = await work.worked(filter, new Date('2026-02-01'));
      return {
        shifts: shifts.map(({ shiftId }) => shiftId).toSorted(),
        elsewhere: elsewhere.map(({ workerId }) => workerId),
        sessions: await allOf(sessions),
        all: shifts,
      };
    });

  describe('the company', () => {
    it('has a currency and a name, and projects and workers of its own', async () => {
      const { own, other } = companies;
      await run(async ({ work }) => {
        expect([await work.currency(), await work.companyName()]).toEqual(['USD', 'A farm']);
        expect(await work.projectName(own.projectId)).toBe('North');
        expect(await work.projectName(other.projectId)).toBeUndefined();
        const workers = await work.workers([own.workerId, other.workerId]);
        expect([...workers]).toEqual([[own.workerId, { code: expect.any(String), name: 'Ana Rojas' }]]);
      });
    });
  });

  describe('work', () => {
    it('is of the days, the project and the worker that are asked for', async () => {
      const { ports, own } = companies;
      const { projectId, otherProjectId, workerId, otherWorkerId } = own;
      const of = { day: MONDAY, kind: 'hourly', hours: 4 } as const;
      const north = await ports.work(own, { ...of, projectId, workerId });
      const south = await ports.work(own, { ...of, projectId: otherProjectId, workerId: otherWorkerId });
      await ports.work(own, { ...of, projectId, workerId, day: '2026-01-06' });
      const both = [north, south].toSorted();
      expect(await worked()).toMatchObject({ shifts: both, elsewhere: [], sessions: [] });
      expect(await worked({ projectId })).toMatchObject({ shifts: [north], elsewhere: [otherWorkerId] });
      expect(await worked({ workerId: otherWorkerId })).toMatchObject({ shifts: [south] });
      for (const nobody of ['no id at all', otherProjectId])
        expect(await worked({ workerId: nobody })).toMatchObject({ shifts: [], sessions: [] });
      expect((await worked({ projectId })).all).toEqual([
        {
          ...{ shiftId: north, workerId, projectId, day: MONDAY, kind: 'hourly', overlaps: false },
          ...{ workMs: 4 * HOUR_MS, restMs: 0 },
        },
      ]);
    });

    it('has sessions with the units of each worker, by the piece shift in which they were recorded', async () => {
      const { ports, own } = companies;
      const { projectId, otherProjectId, workerId, otherWorkerId } = own;
      const shiftId = await ports.work(own, {
        ...{ projectId, workerId, day: MONDAY, kind: 'piece', hours: 4 },
      });
      const ana = await ports.pick(own, { projectId, workerId, day: MONDAY, units: '2.5' });
      const ben = await ports.pick(own, {
        ...{ projectId: otherProjectId, workerId: otherWorkerId, day: MONDAY, units: '1' },
      });
      const { sessions } = await worked();
      const factOf = (sessionId: string, picked: string, units: string, shift: string | null) => ({
        projectId: picked === workerId ? projectId : otherProjectId,
        ...{ sessionId, day: MONDAY, open: false, unit: 'bin', pricePerUnit: '2', bonus: null },
        work: [{ workerId: picked, units: [{ shiftId: shift, units }] }],
      });
      const facts = [factOf(ana, workerId, '2.5', shiftId), factOf(ben, otherWorkerId, '1', null)];
      expect(sessions.toSorted((a) => (a.sessionId === ana ? -1 : 1))).toEqual(facts);
      expect((await worked({ projectId: otherProjectId })).sessions).toEqual([facts[1]]);
      expect((await worked({ workerId })).sessions).toEqual([facts[0]]);
    });

    it('has changed in its days and project since an instant', async () => {
      const { ports, own } = companies;
      const { projectId, otherProjectId, workerId } = own;
      const changed = (since: Date, of: string | null = null, on = MONDAY) =>
        run(({ work }) => work.hasChanged({ from: day(on), to: day(on), projectId: of }, since));
      const before = new Date(Date.now() - 60_000);
      expect(await changed(before)).toBe(false);
      await ports.work(own, { projectId, workerId, day: MONDAY, kind: 'hourly', hours: 1 });
      expect([await changed(before), await changed(before, projectId)]).toEqual([true, true]);
      expect(await changed(before, otherProjectId)).toBe(false);
      expect(await changed(before, null, '2026-01-06')).toBe(false);
      expect(await changed(new Date(Date.now() + 60_000))).toBe(false);
    });
  });
}
