import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SystemClock } from '@furrow/kernel';
import { wireProductionIn } from '../../wiring.ts';
import { WorkingFarm } from '../../testing/working-farm.ts';
import { type ProductionOnPostgres, productionOnPostgres } from '../../testing/production-on-postgres.ts';

let production: ProductionOnPostgres;
beforeAll(async () => {
  production = await productionOnPostgres();
});
afterAll(() => production.close());

it('apply creates, renames and deactivates the qualities of one company, and writes only differences', async () => {
  const [acme, other] = [await WorkingFarm.start(production), await WorkingFarm.start(production)];
  const apply = (names: Record<string, string>, prune = false) =>
    production.database.tenant(acme.farm.companyId, (tx) =>
      wireProductionIn(tx, new SystemClock()).applyQualities.execute(
        Object.entries(names).map(([key, name]) => ({ key, name })),
        { prune },
      ),
    );
  const rows = () =>
    acme.query<{ key: string; name: string; active: boolean; version: string }>(
      `SELECT key, name, active, xmin::text AS version FROM production.qualities WHERE key IN ('a', 'b') ORDER BY key`,
    );

  const ids = await apply({ a: 'Alpha', b: 'Beta' });
  const first = await rows();
  expect(await apply({ a: 'Alpha', b: 'Beta' })).toEqual(ids);
  expect(await rows()).toEqual(first);

  expect(await apply({ a: 'Alef' }, true)).toEqual({ a: ids['a'] });
  expect(await rows()).toMatchObject([
    { key: 'a', name: 'Alef', active: true },
    { key: 'b', name: 'Beta', active: false },
  ]);
  expect(await other.query('SELECT FROM production.qualities WHERE NOT active')).toEqual([]);
  expect(await apply({ b: 'Beta' })).toEqual({ b: ids['b'] });
  expect((await rows())[1]?.active).toBe(true);
});

it('a quality that is out of use is still named for phones that do not know that yet', async () => {
  const { farm } = await WorkingFarm.start(production);
  const [quality] = farm.qualities;
  await production.database.tenant(farm.companyId, (tx) =>
    wireProductionIn(tx, new SystemClock()).applyQualities.execute([], { prune: true }),
  );
  const names = await production.transactions.run(farm.companyId, ({ qualities }) =>
    qualities.names([quality.id]),
  );
  expect([...names]).toEqual([[quality.id, quality.name]]);
});
