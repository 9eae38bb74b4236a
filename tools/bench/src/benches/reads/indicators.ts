import { INDICATORS, type IndicatorName, needsOf, settingsOf } from '@furrow/telemetry/domain';
import { weatherHours } from '@furrow/telemetry/sql';
import type pg from 'pg';
import { beginAs } from '../../bare/tenant.ts';
import type { Bench, Figure, Scale } from '../../bench.ts';
import { timedGet } from '../../load/timed-get.ts';
import { interleave, median, medianRatio } from '../../rounds.ts';
import { watchMemory } from '../../stage/memory.ts';
import { type Seasons, type SeasonsFarm, seedSeasons } from '../../stage/farms/seasons-farm.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';

const LAST_YEAR = 2025;
const MIB = 1_024 ** 2;
/** The indicator that reads the most. */
const HEAVIEST: IndicatorName = 'et0';

export const indicators: Bench = {
  name: 'indicators',
  summary:
    'a year of one station’s hourly readings as each indicator; ten years of five that send every ten minutes',

  async run(stage: Stage, scale: Scale): Promise<Figure[]> {
    stage.say('seeding a year of hours, and ten years of ten minutes of five stations');
    const farm = await seedSeasons(stage, scale.quick);
    const api = await stage.startApi();
    const client = await stage.connect();
    const figures: Figure[] = [];
    for (const name of INDICATORS) figures.push(await againstSql({ stage, scale, api, client, farm, name }));
    figures.push(...(await decade(stage, api, farm)));
    await client.end();
    await api.stop();
    return figures;
  },
};

interface Measured {
  readonly stage: Stage;
  readonly scale: Scale;
  readonly api: RunningApi;
  readonly client: pg.Client;
  readonly farm: SeasonsFarm;
  readonly name: IndicatorName;
}

async function againstSql({ stage, scale, api, client, farm, name }: Measured): Promise<Figure> {
  const sides = await interleave(
    4 * scale.rounds,
    {
      service: async () =>
        (await ask(api, farm, farm.year, { name, since: LAST_YEAR, years: 1 })).milliseconds,
      'its SQL': () => directly(client, farm, name),
    },
    (line) => stage.say(`${name}, ms, ${line}`),
  );
  return {
    ...{ bench: 'indicators', what: `${name} of a year of hours against its own SQL`, unit: 'ms' },
    service: median(sides.service),
    against: median(sides['its SQL']),
    ratio: medianRatio(sides.service, sides['its SQL']),
    target: { atMost: 2 },
  };
}

/** Asks for two years per answer, one after the other, as a client would for more than one answer may hold. */
async function decade(stage: Stage, api: RunningApi, farm: SeasonsFarm): Promise<Figure[]> {
  const { since } = farm.decade;
  const stopWatching = watchMemory(api);
  let milliseconds = 0;
  for (let year = since; year <= LAST_YEAR; year += 2) {
    const asked = { name: HEAVIEST, since: year, years: Math.min(2, LAST_YEAR - year + 1) };
    const took = (await ask(api, farm, farm.decade, asked)).milliseconds;
    stage.say(`${HEAVIEST} from ${year}: ${Math.round(took)} ms`);
    milliseconds += took;
  }
  const { growth } = stopWatching();
  const figure = { bench: 'indicators', against: null, ratio: null };
  const what = 'ten years of five stations';
  return [
    { ...figure, what: `${HEAVIEST}, ${what}`, unit: 'ms', service: milliseconds, target: { atMost: 3_000 } },
    {
      ...{ ...figure, what: `peak memory growth, ${what}`, unit: 'MiB' },
      ...{ service: growth / MIB, target: { atMost: 150 } },
    },
  ];
}

async function ask(
  api: RunningApi,
  { credential }: SeasonsFarm,
  { projectId }: Seasons,
  { name, since, years }: { readonly name: IndicatorName; readonly since: number; readonly years: number },
) {
  const range = { from: `${since}-01-01`, to: `${since + years - 1}-12-31` };
  const query = new URLSearchParams({ projectId, ...range });
  const url = new URL(`/api/iot/indicators/${name}?${query.toString()}`, api.url);
  const { milliseconds, text } = await timedGet(url, { 'x-api-key': credential });
  const { data } = JSON.parse(text()) as { data: { value: number | null; coverage: number }[] };
  if (data.length < 365 * years || data.some(({ value, coverage }) => value === null || coverage < 1))
    throw new Error(`${name}: ${data.length} days, not all of them with a value`);
  return { milliseconds };
}

/** Runs the statements of the hours as the service's role and reads the whole result. @returns milliseconds */
async function directly(client: pg.Client, farm: SeasonsFarm, name: IndicatorName): Promise<number> {
  const { members } = needsOf(settingsOf(name, {}));
  const { projectId, stations } = farm.year;
  const [from, to] = [new Date(Date.UTC(LAST_YEAR, 0, 1, 3)), new Date(Date.UTC(LAST_YEAR + 1, 0, 1, 3))];
  await client.query(beginAs(farm.companyId));
  const began = performance.now();
  for (const sql of weatherHours(members, { one: true, ofSector: false, onlyWhole: true })) {
    const { rowCount } = await client.query(sql, [
      ...[farm.companyId, projectId, stations, from, to, new Date(0)],
    ]);
    if (rowCount !== 365 * 24) throw new Error(`${rowCount} hours were read`);
  }
  const milliseconds = performance.now() - began;
  await client.query('COMMIT');
  return milliseconds;
}
