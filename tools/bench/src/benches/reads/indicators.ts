import { INDICATORS, type IndicatorName, needsOf, settingsOf } from '@furrow/telemetry/domain';
import { weatherHours } from '@furrow/telemetry/sql';
import { absolute, type Bench, type Measurement, type Scale } from '../../bench.ts';
import { timedGet } from '../../load/timed-get.ts';
import { watchMemory } from '@furrow/testbed';
import { type Seasons, type SeasonsFarm, seedSeasons } from '../../stage/farms/seasons-farm.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';
import { againstItsSql, MB } from './against-its-sql.ts';

const LAST_YEAR = 2025;
/** The indicator that reads the most. */
const HEAVIEST: IndicatorName = 'et0';

export const indicators: Bench = {
  name: 'indicators',
  summary:
    'a year of one station’s hourly readings as each indicator; ten years of five that send every ten minutes',

  async run(stage: Stage, scale: Scale) {
    stage.say('seeding a year of hours, and ten years of ten minutes of five stations');
    const farm = await seedSeasons(stage, scale.quick);
    const api = await stage.startApi();
    const client = await stage.connect();
    const headers = { 'x-api-key': farm.credential };
    const figures: Measurement[] = [];
    for (const name of INDICATORS) {
      const { ratio } = await againstItsSql(stage, client, {
        ...{ what: `${name} of a year of hours`, rounds: 4 * scale.rounds, target: { atMost: 2 } },
        ...{ url: urlOf(api, farm.year, name, LAST_YEAR, 1), headers, companyId: farm.companyId },
        check: (text) => check(text, name, 1),
        statements: statementsOf(farm, name),
      });
      figures.push(ratio);
    }
    figures.push(...(await decade(stage, api, farm)));
    return figures;
  },
};

/** Asks for two years per answer, one after the other, as a client would for more than one answer may hold. */
async function decade(
  stage: Stage,
  api: RunningApi,
  { decade: seasons, credential }: SeasonsFarm,
): Promise<Measurement[]> {
  const stopWatching = watchMemory(api, 5);
  let total = 0;
  for (let year = seasons.since; year <= LAST_YEAR; year += 2) {
    const years = Math.min(2, LAST_YEAR - year + 1);
    const url = urlOf(api, seasons, HEAVIEST, year, years);
    const { milliseconds, text } = await timedGet(url, { 'x-api-key': credential });
    check(text(), HEAVIEST, years);
    stage.say(`${HEAVIEST} from ${year}: ${Math.round(milliseconds)} ms`);
    total += milliseconds;
  }
  const { growth } = stopWatching();
  const what = 'ten years of five stations';
  return [
    absolute(`${HEAVIEST}, ${what}`, 'ms', total, { atMost: 3_000 }),
    absolute(`peak memory growth, ${what}`, 'MiB', growth / MB, { atMost: 150 }),
  ];
}

function urlOf(
  api: RunningApi,
  { projectId }: Seasons,
  name: IndicatorName,
  since: number,
  years: number,
): URL {
  const range = { from: `${since}-01-01`, to: `${since + years - 1}-12-31` };
  const query = new URLSearchParams({ projectId, ...range });
  return new URL(`/api/iot/indicators/${name}?${query.toString()}`, api.url);
}

function check(text: string, name: IndicatorName, years: number): void {
  const { data } = JSON.parse(text) as { data: { value: number | null; coverage: number }[] };
  if (data.length < 365 * years || data.some(({ value, coverage }) => value === null || coverage < 1))
    throw new Error(`${name}: ${data.length} days, not all of them with a value`);
}

/** The statements of the hours. */
function statementsOf({ companyId, year }: SeasonsFarm, name: IndicatorName) {
  const { members } = needsOf(settingsOf(name, {}));
  const [from, to] = [new Date(Date.UTC(LAST_YEAR, 0, 1, 3)), new Date(Date.UTC(LAST_YEAR + 1, 0, 1, 3))];
  return weatherHours(members, { one: true, ofSector: false, onlyWhole: true }).map((text) => ({
    ...{ text, rows: 365 * 24 },
    values: [companyId, year.projectId, year.stations, from, to, new Date(0)],
  }));
}
