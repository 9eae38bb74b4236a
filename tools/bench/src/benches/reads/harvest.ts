import { HARVEST_SEASONS, HARVEST_SESSIONS, harvestGroups as groupsBy } from '@furrow/production/sql';
import { absolute, type Bench, type Measurement, type Scale } from '../../bench.ts';
import { daysBefore, type HarvestFarm, harvestFarm } from '../../stage/farms/harvest-farm.ts';
import type { Stage } from '../../stage/stage.ts';
import { againstItsSql, withApi } from './against-its-sql.ts';

export const harvest: Bench = {
  name: 'harvest',
  summary: 'the report over a million records in a thousand sessions',

  async run(stage: Stage, scale: Scale) {
    const farm = await harvestFarm(stage, scale);
    const { companyId, credential, start, end } = farm;
    return withApi(stage, 150, async (api, client) => {
      const { ratio, firstBytes } = await againstItsSql(stage, client, {
        ...{ what: 'report', rounds: 2 * scale.rounds, companyId, target: { atMost: 1.5 } },
        url: new URL(`/api/control/harvest?startTime=${start}&endTime=${end}`, api.url),
        headers: { 'x-api-key': credential },
        check: (text) => check(text, farm),
        statements: [
          {
            ...{ text: HARVEST_SESSIONS, rows: farm.sessions },
            values: [companyId, start, end, null, null, new Date(), '{}'],
          },
        ],
      });
      return [ratio, absolute('first byte', 'ms', firstBytes, { atMost: 200 })];
    });
  },
};

function check(text: string, { sessions, recordsEach }: HarvestFarm): void {
  const { data, meta } = JSON.parse(text) as {
    data: { workers: { recordCount: number }[] }[];
    meta: { sessionCount: number };
  };
  const records = data
    .flatMap(({ workers }) => workers)
    .reduce((sum, { recordCount }) => sum + recordCount, 0);
  if (meta.sessionCount !== sessions || records !== sessions * recordsEach)
    throw new Error(`The report has ${records} records in ${meta.sessionCount} sessions`);
}

/** Those of all records; the farm has no containers. */
const GROUPINGS = ['sector', 'variety', 'quality', 'worker', 'week'] as const;
/** A year, which holds all sessions of the farm. */
const DAYS = 366;

export const harvestGroups: Bench = {
  name: 'harvest-groups',
  summary: 'sums by sector, variety, quality, worker and week, and two seasons, over a million records',

  async run(stage: Stage, scale: Scale) {
    const farm = await harvestFarm(stage, scale);
    const end = farm.end;
    const start = daysBefore(end, DAYS - 1);
    const values = [farm.companyId, start, end, null, null, null, null, null];
    const reads = [
      ...GROUPINGS.map((by) => ({ what: `by ${by}`, path: `groups?by=${by}&`, text: groupsBy(by) })),
      { what: 'two seasons', path: 'seasons?', text: HARVEST_SEASONS },
    ];
    return withApi(stage, 150, async (api, client) => {
      const measured: Measurement[] = [];
      for (const { what, path, text } of reads) {
        const { ratio } = await againstItsSql(stage, client, {
          ...{ what, rounds: 2 * scale.rounds, companyId: farm.companyId, target: { atMost: 1.2 } },
          url: new URL(`/api/control/harvest/${path}startTime=${start}&endTime=${end}`, api.url),
          headers: { 'x-api-key': farm.credential },
          check: (answer) => checkGroups(what, answer, farm),
          statements: [{ text, values }],
        });
        measured.push(ratio);
      }
      return measured;
    });
  },
};

function checkGroups(what: string, text: string, { sessions, recordsEach }: HarvestFarm): void {
  const { data } = JSON.parse(text) as { data?: { recordCount?: number }[] };
  if (!data || data.length === 0) throw new Error(`The harvest ${what} is ${text.slice(0, 200)}`);
  if (what === 'two seasons') return;
  const records = data.reduce((sum, { recordCount = 0 }) => sum + recordCount, 0);
  if (records !== sessions * recordsEach) throw new Error(`The harvest ${what} has ${records} records`);
}
