import { HARVEST_SESSIONS } from '@furrow/production/sql';
import { absolute, type Bench, type Scale } from '../../bench.ts';
import { type HarvestFarm, harvestFarm } from '../../stage/farms/harvest-farm.ts';
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
