import { newId } from '@furrow/kernel';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RestDue, SafetyTransactions } from '../application/ports.ts';
import { aDue, aRule, minutesAgo, NOW } from './builders.ts';
import type { Air } from './in-memory-safety.ts';

/** A company with two projects, of which nobody has worked yet. */
export interface SafeFarm {
  readonly companyId: string;
  /** In Santiago. */
  readonly north: string;
  readonly south: string;
  /** In the order of their ids. */
  readonly workers: readonly [string, string];
  /** Stations of the project north. */
  readonly stations: readonly [string, string];
}

export interface WorkOnFarm {
  readonly workerId: string;
  readonly projectId: string;
  readonly startedAt: Date;
  readonly endedAt?: Date;
  readonly breaks?: readonly { readonly from: Date; readonly to: Date }[];
}

/** All ports of safety, as one implementation provides them. */
export interface SafetyPorts {
  readonly transactions: SafetyTransactions;
  newFarm(): Promise<SafeFarm>;
  /** @returns the shift’s id */
  work(farm: SafeFarm, shift: WorkOnFarm): Promise<string>;
  /** @param air whose heat index is null without humidity */
  measure(farm: SafeFarm, air: Air & { readonly hr: number | null }): Promise<void>;
  close(): Promise<void>;
}

/** By the formula of the US National Weather Service. */
const HUMID = { te: 32, hr: 70, heatIndex: 40.4 };
const DRY = { hr: null, heatIndex: null };

/** What every implementation of the ports must do, including the fakes. */
export function describeSafetyPorts(name: string, open: () => Promise<SafetyPorts>): void {
  describe(`the ports of safety on ${name}`, () => {
    let ports: SafetyPorts;
    let transactions: SafetyTransactions;
    beforeAll(async () => {
      ports = await open();
      ({ transactions } = ports);
    });
    afterAll(() => ports.close());

    it('return rules by key, with every member, to their company only', async () => {
      const [{ companyId, north, south }, other] = [await ports.newFarm(), await ports.newFarm()];
      const hot = aRule(north, { source: 'Title 8, § 3395' });
      const cool = aRule(south, { key: 'cool', metric: 'heat-index', above: 30.5, status: 'inactive' });
      await transactions.run(companyId, ({ rules }) => rules.save([hot, cool]));
      await transactions.run(companyId, async ({ rules }) => {
        expect((await rules.all()).map(({ state }) => state)).toEqual([cool.state, hot.state]);
        expect((await rules.active()).map(({ state }) => state)).toEqual([hot.state]);
      });
      await transactions.run(other.companyId, async ({ rules }) => expect(await rules.all()).toEqual([]));
    });

    it('change a rule by its key', async () => {
      const { companyId, north, south } = await ports.newFarm();
      const changed = aRule(south, { metric: 'heat-index', above: 31, restMinutes: 5, everyMinutes: 30 });
      await transactions.run(companyId, ({ rules }) => rules.save([aRule(north, { source: 'a law' })]));
      await transactions.run(companyId, ({ rules }) => rules.save([changed]));
      const found = await transactions.run(companyId, ({ rules }) => rules.all());
      expect(found.map(({ state }) => state)).toEqual([changed.state]);
    });

    it('list the companies with active rules, page by page', async () => {
      const farms = await Promise.all([ports.newFarm(), ports.newFarm(), ports.newFarm()]);
      const [first, idle, last] = farms.toSorted((a, b) => (a.companyId < b.companyId ? -1 : 1));
      for (const { companyId, north } of [first!, last!])
        await transactions.run(companyId, ({ rules }) => rules.save([aRule(north)]));
      await transactions.run(idle!.companyId, ({ rules }) =>
        rules.save([aRule(idle!.north, { status: 'inactive' })]),
      );
      const found: string[] = [];
      for (let after: string | undefined | null = null; after !== undefined; after = found.at(-1)) {
        const page = await transactions.companiesWithRules(after, 1);
        expect(page.length).toBeLessThanOrEqual(1);
        if (page.length === 0) break;
        found.push(...page);
      }
      expect(found).toEqual(found.toSorted());
      expect(new Set(found).size).toBe(found.length);
      expect(farms.map(({ companyId }) => found.includes(companyId)).sort()).toEqual([false, true, true]);
      expect(found).not.toContain(idle!.companyId);
    });

    it('store nothing of a failed transaction', async () => {
      const { companyId, north } = await ports.newFarm();
      const failing = transactions.run(companyId, async ({ rules }) => {
        await rules.save([aRule(north)]);
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      expect(await transactions.run(companyId, ({ rules }) => rules.all())).toEqual([]);
    });

    describe('of dues', () => {
      async function withShifts() {
        const farm = await ports.newFarm();
        const dues = [];
        for (const workerId of farm.workers) {
          const shift = { workerId, projectId: farm.north };
          dues.push(
            aDue({ ...shift, shiftId: await ports.work(farm, { ...shift, startedAt: minutesAgo(120) }) }),
          );
        }
        const [due, other] = dues as [RestDue, RestDue];
        return { ...farm, due, other };
      }
      const day = { from: minutesAgo(24 * 60), to: NOW };

      it('add one once, by worker, beginning of the work and rule', async () => {
        const { companyId, due, other, north } = await withShifts();
        const again = { ...due, restDueId: newId(), dueAt: minutesAgo(50) };
        const since = { ...again, restDueId: newId(), workedSince: minutesAgo(100) };
        const rule = { ...again, restDueId: newId(), rule: aRule(north, { key: 'hotter' }).state };
        await transactions.run(companyId, async ({ dues }) => {
          expect(await dues.add([due])).toBe(1);
          expect(await dues.add([again, other, since, rule])).toBe(3);
          const standing = (await dues.standing(NOW)).map(({ restDueId }) => restDueId);
          expect(standing.sort()).toEqual([due, other, since, rule].map(({ restDueId }) => restDueId).sort());
        });
      });

      it('return those that stand since an instant, with every member, to their company only', async () => {
        const { companyId, due, other } = await withShifts();
        const older = { ...other, notedAt: minutesAgo(10) };
        await transactions.run(companyId, ({ dues }) => dues.add([due, older]));
        await transactions.run(companyId, async ({ dues }) => {
          expect(await dues.standing(minutesAgo(9))).toEqual([due]);
          expect(await dues.standing(minutesAgo(10))).toHaveLength(2);
        });
        const stranger = await ports.newFarm();
        await transactions.run(stranger.companyId, async ({ dues }) =>
          expect(await dues.standing(minutesAgo(10))).toEqual([]),
        );
      });

      it('keep one that is corrected, and add another one after it', async () => {
        const { companyId, due, other, north } = await withShifts();
        const again = { ...due, restDueId: newId(), dueAt: minutesAgo(30) };
        await transactions.run(companyId, ({ dues }) => dues.add([due, other]));
        await transactions.run(companyId, ({ dues }) => dues.correct([due.restDueId], NOW));
        await transactions.run(companyId, async ({ dues }) => {
          await dues.correct([due.restDueId], minutesAgo(-5));
          expect(await dues.standing(NOW)).toEqual([other]);
          expect(await dues.add([again])).toBe(1);
          const listed = await dues.between(north, day);
          expect(listed.find(({ restDueId }) => restDueId === due.restDueId)?.correctedAt).toEqual(NOW);
          expect(listed).toHaveLength(3);
        });
      });

      it('list those of a project that were due in a span, in order', async () => {
        const { companyId, due, other, north, south } = await withShifts();
        const late = { ...other, dueAt: minutesAgo(20) };
        await transactions.run(companyId, ({ dues }) => dues.add([late, due]));
        await transactions.run(companyId, async ({ dues }) => {
          expect(await dues.between(north, day)).toEqual([due, late]);
          expect(await dues.between(north, { from: due.dueAt, to: late.dueAt })).toEqual([due]);
          expect(await dues.between(south, day)).toEqual([]);
        });
      });
    });

    it('return the shifts of workers with a running one, in order', async () => {
      const farm = await ports.newFarm();
      const { companyId, north, south, workers } = farm;
      const [ana, ben] = workers;
      const rest = { from: minutesAgo(200), to: minutesAgo(190) };
      const running = await ports.work(farm, { workerId: ana, projectId: north, startedAt: minutesAgo(90) });
      const ended = await ports.work(farm, {
        ...{ workerId: ana, projectId: south, startedAt: minutesAgo(240), endedAt: minutesAgo(100) },
        breaks: [rest],
      });
      const yesterday = { startedAt: minutesAgo(24 * 60), endedAt: minutesAgo(20 * 60) };
      const old = await ports.work(farm, { workerId: ana, projectId: north, ...yesterday });
      const home = { startedAt: minutesAgo(80), endedAt: minutesAgo(70) };
      const gone = await ports.work(farm, { workerId: ben, projectId: north, ...home });
      await transactions.run(companyId, async ({ work }) => {
        const found = await work.ofRunning(null, NOW);
        expect(found).toMatchObject([
          {
            ...{ shiftId: ended, workerId: ana, projectId: south, startedAt: minutesAgo(240).getTime() },
            ...{ endedAt: minutesAgo(100).getTime() },
            breaks: [{ from: rest.from.getTime(), to: rest.to.getTime() }],
          },
          { shiftId: running, projectId: north, endedAt: null, breaks: [] },
        ]);
        expect(await work.ofRunning(north, NOW)).toEqual(found);
        expect(await work.ofRunning(south, NOW)).toEqual([]);
        expect(await work.ofRunning(null, minutesAgo(91))).toEqual([]);
        const ids = (shifts: readonly { readonly shiftId: string }[]) => shifts.map(({ shiftId }) => shiftId);
        expect(ids(await work.ofWorkers(workers, NOW))).toEqual([old, ended, running, gone]);
        expect(ids(await work.ofWorkers([ben], minutesAgo(-47 * 60)))).toEqual([]);
        const span = { from: minutesAgo(60), to: NOW };
        expect(ids(await work.between(workers, span))).toEqual([old, ended, running, gone]);
        const early = { from: minutesAgo(24 * 60), to: minutesAgo(200) };
        expect(ids(await work.between([ana], early))).toEqual([old, ended]);
        expect([...(await work.names([ana, newId()])).keys()]).toEqual([ana]);
      });
    });

    it('know the latest reading of the hottest station, by metric, for half an hour', async () => {
      const farm = await ports.newFarm();
      const { companyId, north, south, stations } = farm;
      const [first, second] = stations;
      const at = (minutes: number, deviceId: string) => ({
        ...{ projectId: north, deviceId, at: minutesAgo(minutes).getTime() },
      });
      await ports.measure(farm, { ...at(29, first), ...HUMID });
      await ports.measure(farm, { ...at(5, second), ...DRY, te: 30 });
      await ports.measure(farm, { ...at(10, second), ...DRY, te: 45 });
      await ports.measure(farm, { ...at(2, first), ...DRY, te: 36.5 });
      await transactions.run(companyId, async ({ heat }) => {
        const latest = (await heat.latest([north, south], NOW)).get(north);
        expect(latest?.te).toEqual({ deviceId: first, at: minutesAgo(2).getTime(), value: 36.5 });
        expect(latest?.['heat-index']).toMatchObject({ deviceId: first, at: minutesAgo(29).getTime() });
        expect(latest?.['heat-index']?.value).toBeCloseTo(HUMID.heatIndex, 1);
        const later = await heat.latest([north], minutesAgo(-2));
        expect(later.get(north)).toMatchObject({ te: { value: 36.5 }, 'heat-index': undefined });
        expect((await heat.latest([south], NOW)).get(south)).toBeUndefined();
        expect((await heat.latest([north], minutesAgo(-31))).get(north)).toBeUndefined();
      });
    });

    it('find a project of the company', async () => {
      const [{ companyId, north }, other] = [await ports.newFarm(), await ports.newFarm()];
      await transactions.run(companyId, async ({ projects }) => {
        expect(await projects.find(north)).toEqual({ projectId: north, timezone: 'America/Santiago' });
        for (const asked of [other.north, newId(), 'no id'])
          expect(await projects.find(asked)).toBeUndefined();
      });
    });
  });
}
