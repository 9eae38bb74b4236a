import type { Bench, Measurement, Scale } from '../bench.ts';
import { interleave, median, medianRatio } from '../rounds.ts';
import { WorkingFarm, GrowingFarm } from '../stage/farms/growing-farm.ts';
import type { Stage } from '../stage/stage.ts';

const FULL = [1e4, 1e5, 1e6, 1e7];
const QUICK = [1e3, 2e3];
/** Ten times the rows may cost a quarter more: a slope of 0.1. */
const MOST_A_DECADE = 10 ** 0.1;
const DATABASES = { growing: 'growing', still: 'still' };

const MEASURES = {
  record: 'adding a record by bulk call',
  harvest: 'harvest report of two days',
  reading: 'storing a reading',
  day: 'a day of weather',
} as const;
type Measure = keyof typeof MEASURES;

interface Point {
  readonly rows: number;
  readonly service: number;
  readonly against: number;
  readonly ratio: number;
}

export const growth: Bench = {
  name: 'growth',
  summary: 'time per record, report and reading from 10⁴ to 10⁷ rows, beside a farm of constant size',

  async run(stage: Stage, scale: Scale) {
    const sizes = scale.quick ? QUICK : FULL.filter((rows) => rows <= scale.upTo || rows === FULL[0]);
    const farms: WorkingFarm[] = [];
    try {
      const own = await stage.beside(DATABASES.growing);
      const farm = await GrowingFarm.open(own, sizes[0] as number);
      const still = await stage.beside(DATABASES.still, own);
      const growing = await WorkingFarm.start(own, farm);
      farms.push(growing);
      const beside = await WorkingFarm.start(still, farm);
      farms.push(beside);
      const points: Record<Measure, Point[]> = { record: [], harvest: [], reading: [], day: [] };
      for (const rows of sizes) {
        await farm.growTo(rows);
        for (const measure of Object.keys(points) as Measure[]) {
          await stage.checkpoint();
          const figures = await interleave(
            stage,
            `µs for ${MEASURES[measure]}, at ${rows.toLocaleString('en')} rows`,
            scale.quick ? 1 : 4 * scale.rounds, // more rounds, because each is short
            { growing: () => growing[measure](), still: () => beside[measure]() },
          );
          const [service, against] = [median(figures.growing), median(figures.still)];
          const ratio = medianRatio(figures.growing, figures.still);
          points[measure].push({ rows, service, against, ratio });
        }
      }
      return (Object.keys(points) as Measure[]).map((measure) => figureOf(measure, points[measure]));
    } finally {
      await Promise.all(farms.map((farm) => farm.stop()));
      for (const database of Object.values(DATABASES)) await stage.drop(database);
    }
  },
};

function figureOf(measure: Measure, points: readonly Point[]): Measurement {
  const slope = slopeOf(points.map(({ rows, ratio }) => [Math.log10(rows), Math.log10(ratio)]));
  const last = points.at(-1) as Point;
  return {
    ...{ what: `${MEASURES[measure]}, per tenfold rows`, unit: 'µs' },
    ...{ service: last.service, against: last.against, ratio: 10 ** slope },
    target: { atMost: Number(MOST_A_DECADE.toFixed(2)) },
    growth: { slope, points: points.map(({ rows, service, against }) => ({ rows, service, against })) },
  };
}

/** The slope of the least-squares line through points. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([value]) => value)), mean(points.map(([, value]) => value))];
  const across = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return across / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}
