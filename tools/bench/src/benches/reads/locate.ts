import { SectorLocator } from '@furrow/agronomy';
import { Database } from '@furrow/database';
import { type Bench, compared, type Scale } from '../../bench.ts';
import { interleave } from '../../rounds.ts';
import { type LocatedFarm, openLocatedFarm } from '../../stage/farms/located-farm.ts';
import type { Stage } from '../../stage/stage.ts';

const FEW = 10;
const MANY = 10_000;

export const locate: Bench = {
  name: 'locate',
  summary: `locating a point among ${MANY.toLocaleString('en')} sectors, compared with ${FEW}`,

  async run(stage: Stage, scale: Scale) {
    const few = await openLocatedFarm(stage, 'locate-few', FEW);
    const many = await openLocatedFarm(stage, 'locate-many', scale.quick ? 200 : MANY);
    await stage.asSuperuser((client) => client.query('VACUUM ANALYZE agronomy.sectors'));
    const database = await Database.connect(stage.postgres.url, { poolSize: 2, rows: [] });
    const points = scale.quick ? 50 : 2_000;
    try {
      const { many: slow, few: quick } = await interleave(stage, 'µs', scale.rounds, {
        many: () => located(database, many, points),
        few: () => located(database, few, points),
      });
      return [compared('a point among 10,000 sectors against among 10', 'µs', slow, quick, { atMost: 2 })];
    } finally {
      await database.close();
    }
  },
};

/** Average microseconds per point, looked up one after the other, each in a transaction of its own. */
async function located(database: Database, farm: LocatedFarm, points: number): Promise<number> {
  const locator = new SectorLocator();
  const began = performance.now();
  for (let number = 0; number < points; number++) {
    const found = await database.tenant(farm.companyId, (tx) => locator.locate(tx, farm.point(number * 7)));
    if (!found) throw new Error(`Nothing was found at point ${number}`);
  }
  return (1_000 * (performance.now() - began)) / points;
}
