import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDue, aRule, minutesAgo, NOW } from '../../testing/builders.ts';
import { describeSafetyPorts } from '../../testing/safety.contract.ts';
import { type SafetyOnPostgres, safetyOnPostgres } from '../../testing/safety-on-postgres.ts';

let safety: SafetyOnPostgres;
beforeAll(async () => {
  safety = await safetyOnPostgres();
});
afterAll(() => safety?.close());

describeSafetyPorts('PostgreSQL', async () => ({ ...safety, close: async () => undefined }));

describe('rests that are due', () => {
  it('are noted by one transaction of a company after the other', async () => {
    const farm = await safety.newFarm();
    const { companyId, north, workers } = farm;
    const shift = { workerId: workers[0], projectId: north, startedAt: minutesAgo(120) };
    const shiftId = await safety.work(farm, shift);
    const counts = await Promise.all(
      Array.from({ length: 4 }, () =>
        safety.transactions.run(companyId, async ({ dues }) => {
          const before = (await dues.standing(NOW)).length;
          await dues.add([aDue({ ...shift, shiftId })]);
          return before;
        }),
      ),
    );
    expect(counts.sort()).toEqual([0, 1, 1, 1]);
  });
});

describe('row-level security of safety', () => {
  it.each(['rest_rules', 'rest_dues'])(
    'hides other companies’ %s from a query without WHERE',
    async (table) => {
      const farms = [await safety.newFarm(), await safety.newFarm()];
      for (const farm of farms) {
        const shift = { workerId: farm.workers[0], projectId: farm.north, startedAt: minutesAgo(120) };
        const shiftId = await safety.work(farm, shift);
        await safety.transactions.run(farm.companyId, async ({ rules, dues }) => {
          await rules.save([aRule(farm.north)]);
          await dues.add([aDue({ ...shift, shiftId })]);
        });
      }
      const { companyId } = farms[0]!;
      const seen = await safety.database.tenant(companyId, (tx) =>
        tx.query<{ company_id: string }>(`SELECT DISTINCT company_id FROM safety.${table}`),
      );
      expect(seen).toEqual([{ company_id: companyId }]);
      await expect(
        safety.database.tenant(companyId, (tx) => tx.query(`DELETE FROM safety.${table}`)),
      ).rejects.toThrow(/permission denied/);
    },
  );
});
