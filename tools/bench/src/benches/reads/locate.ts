import { SectorLocator } from '@furrow/agronomy';
import { Database } from '@furrow/database';
import type { Bench, Figure, Scale } from '../../bench.ts';
import { interleave, median, medianRatio } from '../../rounds.ts';
import { type LocatedFarm, openLocatedFarm } from '../../stage/farms/located-farm.ts';
import type { Stage } from '../../stage/stage.ts';

const FEW = 10;
const MANY = 10_000;

export const locate: Bench = {
  name: 'locate',
  summary: `locating a point among ${MANY.toLocaleString('en')} sectors, compared with ${FEW}`,

  async run(stage: Stage, scale: Scale): Promise<Figure[]> {
    const few = await openLocatedFarm(stage, 'locate-few', FEW);
    const many = await openLocatedFarm(stage, 'locate-many', scale.quick ? 200 : MANY);
    await stage.asSuperuser((client) => client.query('VACUUM ANALYZE agronomy.sectors'));
    const database = await Database.connect(stage.postgres.url, { poolSize: 2, rows: [] });
    const points = scale.quick ? 50 : 2_000;
    try {
      const figures = await interleave(
        scale.rounds,
        { many: () => located(database, many, points), few: () => located(database, few, points) },
        (line) => stage.say(`µs, ${line}`),
      );
      return [
        {
          ...{ bench: 'locate', what: 'a point among 10,000 sectors against among 10', unit: 'µs' },
          service: median(figures.many),
          against: median(figures.few),
          ratio: medianRatio(figures.many, figures.few),
          target: { atMost: 2 },
        },
      ];
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
