import { instantOf, SystemClock } from '@furrow/kernel';
import { loadConfig } from '@furrow/config';
import { Database, LONG_RUNNING } from '@furrow/database';
import { withMedia } from '@furrow/media';
import { allRows } from '@furrow/schema';
import { alone } from './alone.ts';
import { makeSeason } from './make-season.ts';
import type { AppliedFarm } from './season-farm.ts';

/**
 * @param applied what `furrow apply --json` printed for the demo farm
 * @param end when the season ends, ISO 8601 with an offset; now by default
 */
export async function run(applied: string, end?: string): Promise<void> {
  const { NODE_ENV: _, ...env } = process.env;
  const config = loadConfig(env);
  const farm = JSON.parse(applied) as AppliedFarm;
  const clock = new SystemClock();
  const database = await Database.connect(config.database.url, {
    ...{ poolSize: 4, rows: allRows, timeouts: LONG_RUNNING },
  });
  try {
    await alone(config.database.url, farm.companyId, () =>
      withMedia(config, database, clock, (media) =>
        makeSeason({ database, media, config, applied: farm, now: instantOf(end) ?? clock.now() }),
      ),
    );
  } finally {
    await database.close();
  }
}
