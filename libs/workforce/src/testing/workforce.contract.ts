import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { ApplyWorkerOptions } from '../application/options/apply-worker-options.ts';
import type { WorkforceTransactions } from '../application/ports.ts';
import { ALWAYS, BadgeHistory, checkedDetails, OPTION_FIELDS, personOf, Worker } from '../domain/index.ts';
import { aWorkerDraft, offered, OPTIONS } from './builders.ts';

export interface TwoCompanies {
  readonly transactions: WorkforceTransactions;
  readonly own: string;
  readonly other: string;
  /** Stores a photo of the own company, and returns its key. */
  storedPhoto(): Promise<string>;
}

const NOW = new Date('2026-01-31T08:00:00.123Z');

/** What every implementation of the ports must do, including the fakes. `open` returns two companies without any worker or option. */
export function describeWorkforcePorts(name: string, open: () => Promise<TwoCompanies>): void {
  describe(`the ports of workforce on ${name}`, () => {
    const full = aWorkerDraft({
      document_id: '12.345.678-5',
      phone: '+56 9 1234 5678',
      email: 'ana@example.com',
    });
    const details = checkedDetails(full, offered);
    const person = personOf(details);

    it('return a worker with every member', async () => {
      const { transactions, own } = await open();
      const worker = Worker.register(details, 1, null, NOW);
      await transactions.run(own, ({ workers }) => workers.add([worker]));
      const found = await transactions.run(own, ({ workers }) => workers.namesakes([person]));
      expect(found.map(({ state }) => state)).toEqual([worker.state]);
    });

    it('list namesakes of one day, oldest first', async () => {
      const { transactions, own } = await open();
      const younger = Worker.register({ ...details, documentId: 'B' }, 1, null, new Date(NOW.getTime() + 1));
      const older = Worker.register({ ...details, documentId: 'A' }, 2, null, NOW);
      const later = Worker.register({ ...details, hireDate: '2025-03-16' as LocalDate }, 1, null, NOW);
      await transactions.run(own, async ({ workers }) => {
        for (const worker of [younger, older, later]) await workers.add([worker]);
      });
      const found = await transactions.run(own, ({ workers }) => workers.namesakes([person]));
      expect(found.map(({ id }) => id)).toEqual([older.id, younger.id]);
    });

    it('count the bearers of a stem', async () => {
      const { transactions, own } = await open();
      await transactions.run(own, async ({ workers }) => {
        expect(await workers.bearersOf(['AML0315'])).toEqual(new Map());
        await workers.add([
          Worker.register(details, 1, null, NOW),
          Worker.register({ ...details, documentId: 'other' }, 2, null, NOW),
        ]);
        expect(await workers.bearersOf(['AML0315', 'AML031'])).toEqual(new Map([['AML0315', 2]]));
      });
    });

    it('find one by id or code', async () => {
      const { transactions, own } = await open();
      const worker = Worker.register(details, 1, null, NOW);
      await transactions.run(own, async ({ workers }) => {
        await workers.add([worker]);
        for (const name of [worker.id, worker.code])
          expect((await workers.find(name))?.state).toEqual(worker.state);
        expect(await workers.find('AML0316')).toBeUndefined();
      });
    });

    it('update by id', async () => {
      const { transactions, own, storedPhoto } = await open();
      const photoKey = await storedPhoto();
      const worker = Worker.register({ ...details, documentId: null }, 1, null, NOW);
      const identified = worker.completedBy(details, photoKey, new Date(NOW.getTime() + 5));
      await transactions.run(own, ({ workers }) => workers.add([worker]));
      await transactions.run(own, ({ workers }) => workers.update(identified));
      const found = await transactions.run(own, ({ workers }) => workers.namesakes([person]));
      expect(found.map(({ state }) => state)).toEqual([identified.state]);
    });

    it('offer options until they are pruned', async () => {
      const { transactions, own } = await open();
      const apply = (declared: object, prune: boolean) =>
        transactions.run(own, ({ options }) => new ApplyWorkerOptions(options).execute(declared, { prune }));
      const allowed = async (...values: string[]) => {
        const options = await transactions.run(own, (repositories) => repositories.options.load());
        return OPTION_FIELDS.map((field, index) => options.problem(field, values[index]) === undefined);
      };
      expect(await allowed('harvester', 'seasonal', 'active')).toEqual([false, false, false]);
      await apply(OPTIONS, false);
      await apply(OPTIONS, false);
      expect(await allowed('harvester', 'seasonal', 'active')).toEqual([true, true, true]);
      await apply({ position: ['picker'] }, false);
      expect(await allowed('harvester', 'seasonal', 'active')).toEqual([true, true, true]);
      await apply({ position: ['picker'], status: ['active'] }, true);
      expect(await allowed('harvester', 'seasonal', 'active')).toEqual([false, false, true]);
      expect(await allowed('picker')).toEqual([true, false, false]);
      await apply(OPTIONS, false);
      expect(await allowed('harvester', 'seasonal', 'active')).toEqual([true, true, true]);
    });

    it('keep who had which badge when', async () => {
      const { transactions, own, other } = await open();
      const [ana, ben] = ['A', 'B'].map((documentId) =>
        Worker.register({ ...details, documentId }, documentId === 'A' ? 1 : 2, null, NOW),
      );
      const later = new Date(NOW.getTime() + 1_000);
      await transactions.run(own, async ({ workers, badges }) => {
        await workers.add([ana!, ben!]);
        const first = new BadgeHistory('7', []).give(ana!.id, NOW);
        await badges.apply([first, new BadgeHistory('8', []).give(ana!.id, later)]);
        await badges.apply([new BadgeHistory('7', [first.added]).give(ben!.id, later)]);
      });
      await transactions.run(own, async ({ badges }) => {
        expect(await badges.history('7')).toMatchObject([
          { code: '7', workerId: ana!.id, from: NOW, until: later },
          { code: '7', workerId: ben!.id, from: later, until: null },
        ]);
        const both = [ana!.id, ben!.id];
        expect(await badges.codesOf(both, NOW)).toEqual(new Map([[ana!.id, '7']]));
        expect(await badges.codesOf(both, later)).toEqual(
          new Map([
            [ana!.id, '8'],
            [ben!.id, '7'],
          ]),
        );
        expect(await badges.taken(['7', '9'])).toEqual(new Set(['7']));
      });
      await transactions.run(own, async ({ badges }) => {
        await badges.apply([new BadgeHistory('7', await badges.history('7')).give(ben!.id, NOW)]);
        expect(await badges.history('7')).toMatchObject([{ workerId: ben!.id, from: NOW, until: null }]);
        expect(await badges.codesOf([ana!.id], NOW)).toEqual(new Map());
      });
      await transactions.run(other, async ({ badges }) => {
        expect(await badges.history('7')).toEqual([]);
        expect(await badges.taken(['7'])).toEqual(new Set());
      });
    });

    it('offer groups, of which workers have one from a day on', async () => {
      const { transactions, own, other } = await open();
      const worker = Worker.register({ ...details, group: 'h2a' }, 1, null, NOW);
      await transactions.run(own, async ({ workers, groups, options }) => {
        await groups.offer(['h2a', 'new'], false);
        await groups.offer(['h2a'], true);
        expect(await groups.offered()).toEqual(['h2a']);
        const offers = await options.load();
        expect([offers.groupProblem('h2a'), offers.groupProblem(null)]).toEqual([undefined, undefined]);
        expect(offers.groupProblem('new')).toMatchObject({ field: 'group' });
        await workers.add([worker]);
        await groups.begin([{ workerId: worker.id, group: 'h2a', from: ALWAYS }]);
        await groups.join(worker.id, null, '2026-01-19' as LocalDate);
        await groups.join(worker.id, 'h2a', null);
      });
      const found = await transactions.run(own, ({ workers }) => workers.find(worker.id));
      expect(found?.state.group).toBe('h2a');
      expect(await transactions.run(other, ({ groups }) => groups.offered())).toEqual([]);
    });

    it('separate companies', async () => {
      const { transactions, own, other } = await open();
      await transactions.run(own, async ({ workers, options }) => {
        await workers.add([Worker.register(details, 1, null, NOW)]);
        await options.offer(OPTIONS, false);
      });
      await transactions.run(other, async ({ workers, options }) => {
        expect(await workers.namesakes([person])).toEqual([]);
        expect(await workers.bearersOf(['AML0315'])).toEqual(new Map());
        expect(await workers.find('AML0315')).toBeUndefined();
        expect((await options.load()).problem('position', 'harvester')).toBeDefined();
      });
    });
  });
}
