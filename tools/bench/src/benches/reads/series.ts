import { weatherPoints } from '@furrow/telemetry/sql';
import { absolute, type Bench, type Scale } from '../../bench.ts';
import type { Stage } from '../../stage/stage.ts';
import { report, spanOf } from '../../stage/stations.ts';
import { againstItsSql } from './against-its-sql.ts';

const YEAR = 52_560;
const STATION = 'climate-01';
const ZONE = 'America/Santiago';

export const series: Bench = {
  name: 'series',
  summary: `a year of one station’s weather, ${YEAR.toLocaleString('en')} readings, by GET /api/iot/weather`,

  async run(stage: Stage, scale: Scale) {
    const readings = scale.quick ? 500 : YEAR;
    stage.say(`seeding ${readings.toLocaleString('en')} readings`);
    const { companyId, projects, apiTokens } = await stage.apply({
      company: { key: 'climate', name: 'Climate', timezone: ZONE },
      projects: [{ key: 'farm', name: 'Farm', timezone: ZONE }],
      devices: [{ deviceId: STATION, project: 'farm' }],
      apiTokens: [{ name: 'series', scopes: ['read:production'] }],
    });
    const projectId = projects['farm'] ?? '';
    const { from, to } = spanOf(readings);
    await report(stage, { companyId, devices: [{ deviceId: STATION, projectId }] }, { from, to });
    const api = await stage.startApi();
    const range = { from: '2024-12-31T00:00:00', to: '2026-01-01T00:00:00', timezone: ZONE };
    const query = new URLSearchParams({ projectId, ...range });
    const { ratio, firstBytes } = await againstItsSql(stage, await stage.connect(), {
      ...{ what: 'a year of weather', rounds: 2 * scale.rounds, companyId, target: { atMost: 1.5 } },
      url: new URL(`/api/iot/weather?${query.toString()}`, api.url),
      headers: { 'x-api-key': apiTokens['series']?.credential ?? '' },
      check: (text) => check(text, readings, from),
      statements: [
        {
          ...{ text: weatherPoints('raw', { one: true, ofSector: false }, []), rows: readings },
          // At one offset all year.
          values: [
            ...[companyId, projectId, [STATION], from, to],
            ...['-3 hours', '-03:00', '2000-01-01T00:00:00'],
          ],
        },
      ],
    });
    return [ratio, absolute('first byte', 'ms', firstBytes, { atMost: 200 })];
  },
};

function check(text: string, readings: number, first: Date): void {
  const { data } = JSON.parse(text) as {
    data: { local_time: string; te: number; hr: number; vpd: number }[];
  };
  if (data.length !== readings) throw new Error(`The answer has ${data.length} of ${readings} points`);
  data.forEach(({ local_time, te, hr, vpd }, index) => {
    const right = 0.6108 * Math.exp((17.27 * te) / (te + 237.3)) * (1 - hr / 100);
    const onTime = Date.parse(local_time) === first.getTime() + index * 600_000;
    if (!onTime || Math.abs(vpd - right) > 1e-6)
      throw new Error(`Point ${index} is wrong: ${local_time} ${vpd}`);
  });
}
