import { weatherPoints } from '@furrow/telemetry/sql';
import type pg from 'pg';
import { beginAs } from '../../bare/tenant.ts';
import type { Bench, Figure, Scale } from '../../bench.ts';
import { timedGet } from '../../load/timed-get.ts';
import { interleave, median, medianRatio } from '../../rounds.ts';
import { type ClimateFarm, seedClimate } from '../../stage/farms/climate-farm.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';

const YEAR = 52_560;
const ZONE = 'America/Santiago';

export const series: Bench = {
  name: 'series',
  summary: `a year of one station’s weather, ${YEAR.toLocaleString('en')} readings, by GET /api/iot/weather`,

  async run(stage: Stage, scale: Scale): Promise<Figure[]> {
    const readings = scale.quick ? 500 : YEAR;
    stage.say(`seeding ${readings.toLocaleString('en')} readings`);
    const farm = await seedClimate(stage, readings);
    const api = await stage.startApi();
    const client = await stage.connect();
    const firstBytes: number[] = [];
    const figures = await interleave(
      2 * scale.rounds,
      {
        service: async (round) => {
          const { milliseconds, firstByte, text } = await ask(api, farm);
          if (round === 0) check(text(), readings);
          else firstBytes.push(firstByte);
          return milliseconds;
        },
        'its SQL': () => directly(client, farm, readings),
      },
      (line) => stage.say(`ms, ${line}`),
    );
    await client.end();
    await api.stop();
    return [
      {
        ...{ bench: 'series', what: 'a year of weather against its own SQL', unit: 'ms' },
        service: median(figures.service),
        against: median(figures['its SQL']),
        ratio: medianRatio(figures.service, figures['its SQL']),
        target: { atMost: 1.5 },
      },
      {
        ...{ bench: 'series', what: 'first byte', unit: 'ms', against: null, ratio: null },
        service: median(firstBytes),
        target: { atMost: 200 },
      },
    ];
  },
};

async function ask(api: RunningApi, { projectId, credential }: ClimateFarm) {
  const range = { from: '2024-12-31T00:00:00', to: '2026-01-01T00:00:00', timezone: ZONE };
  const query = new URLSearchParams({ projectId, ...range });
  const url = new URL(`/api/iot/weather?${query.toString()}`, api.url);
  return timedGet(url, { 'x-api-key': credential });
}

/**
 * Runs the statement of the points as the service's role, at one offset all year, and reads the whole result. @returns
 * milliseconds
 */
async function directly(client: pg.Client, farm: ClimateFarm, readings: number): Promise<number> {
  const { companyId, projectId, deviceId, from, to } = farm;
  const parameters = [
    companyId,
    projectId,
    [deviceId],
    from,
    to,
    '-3 hours',
    '-03:00',
    '2000-01-01T00:00:00',
  ];
  await client.query(beginAs(companyId));
  const began = performance.now();
  const { rowCount } = await client.query(weatherPoints('raw', true), parameters);
  const milliseconds = performance.now() - began;
  await client.query('COMMIT');
  if (rowCount !== readings) throw new Error(`${rowCount} of ${readings} points were read`);
  return milliseconds;
}

/** Rejects a fast but wrong answer. */
function check(text: string, readings: number): void {
  const { data } = JSON.parse(text) as {
    data: { local_time: string; te: number; hr: number; vpd: number }[];
  };
  if (data.length !== readings) throw new Error(`The answer has ${data.length} of ${readings} points`);
  data.forEach(({ local_time, te, hr, vpd }, index) => {
    const right = 0.6108 * Math.exp((17.27 * te) / (te + 237.3)) * (1 - hr / 100);
    const onTime = Date.parse(local_time) === Date.UTC(2025, 0, 1) + index * 600_000;
    if (!onTime || Math.abs(vpd - right) > 1e-6)
      throw new Error(`Point ${index} is wrong: ${local_time} ${vpd}`);
  });
}
