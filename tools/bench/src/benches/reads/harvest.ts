import { HARVEST_SESSIONS } from '@furrow/production/sql';
import type pg from 'pg';
import type { Bench, Figure, Scale } from '../../bench.ts';
import { beginAs } from '../../bare/tenant.ts';
import { timedGet } from '../../load/timed-get.ts';
import { interleave, median, medianRatio } from '../../rounds.ts';
import { type HarvestFarm, seedHarvest } from '../../stage/farms/harvest-farm.ts';
import { watchMemory } from '../../stage/memory.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';

const SESSIONS = 1_000;
const RECORDS_EACH = 1_000;
const MB = 1024 * 1024;

export const harvest: Bench = {
  name: 'harvest',
  summary: `the report over ${(SESSIONS * RECORDS_EACH).toLocaleString('en')} records in ${SESSIONS.toLocaleString('en')} sessions`,

  async run(stage: Stage, scale: Scale): Promise<Figure[]> {
    const size = scale.quick
      ? { sessions: 12, recordsEach: 60 }
      : { sessions: SESSIONS, recordsEach: RECORDS_EACH };
    stage.say(`seeding ${(size.sessions * size.recordsEach).toLocaleString('en')} records`);
    const farm = await seedHarvest(stage, size);
    const api = await stage.startApi();
    const client = await stage.connect();

    const firstBytes: number[] = [];
    const stopWatching = watchMemory(api);
    const figures = await interleave(
      2 * scale.rounds,
      {
        service: async (round) => {
          const { milliseconds, firstByte, text } = await report(api, farm);
          if (round === 0) check(text, size);
          else firstBytes.push(firstByte);
          return milliseconds;
        },
        'its SQL': () => directly(client, farm, size.sessions),
      },
      (line) => stage.say(`ms, ${line}`),
    );
    const { growth } = stopWatching();
    await client.end();
    await api.stop();
    const figure = { bench: 'harvest', against: null, ratio: null };
    return [
      {
        bench: 'harvest',
        what: 'report against its own SQL',
        unit: 'ms',
        service: median(figures.service),
        against: median(figures['its SQL']),
        ratio: medianRatio(figures.service, figures['its SQL']),
        target: { atMost: 1.5 },
      },
      {
        ...figure,
        what: 'first byte',
        unit: 'ms',
        service: median(firstBytes),
        target: { atMost: 200 },
      },
      {
        ...figure,
        what: 'peak memory growth',
        unit: 'MB',
        service: growth / MB,
        target: { atMost: 150 },
      },
    ];
  },
};

function report(api: RunningApi, { credential, start, end }: HarvestFarm) {
  const url = new URL(`/api/control/harvest?startTime=${start}&endTime=${end}`, api.url);
  return timedGet(url, { 'x-api-key': credential });
}

/** Runs the report's own statement as the service's role and reads the whole result. @returns milliseconds */
async function directly(
  client: pg.Client,
  { companyId, start, end }: HarvestFarm,
  sessions: number,
): Promise<number> {
  const parameters = [companyId, start, end, null, null, new Date(), '{}'];
  await client.query(beginAs(companyId));
  const began = performance.now();
  const { rowCount } = await client.query(HARVEST_SESSIONS, parameters);
  const milliseconds = performance.now() - began;
  await client.query('COMMIT');
  if (rowCount !== sessions) throw new Error(`${rowCount} of ${sessions} sessions were read`);
  return milliseconds;
}

/** Rejects a fast but wrong report. */
function check(
  text: () => string,
  { sessions, recordsEach }: { sessions: number; recordsEach: number },
): void {
  const { data, meta } = JSON.parse(text()) as {
    data: { workers: { recordCount: number }[] }[];
    meta: { sessionCount: number };
  };
  const records = data
    .flatMap(({ workers }) => workers)
    .reduce((sum, { recordCount }) => sum + recordCount, 0);
  if (meta.sessionCount !== sessions || records !== sessions * recordsEach)
    throw new Error(`The report has ${records} records in ${meta.sessionCount} sessions`);
}
