import { RUN_BY_SPREADSHEETS, TAKEN_FOR_NUMBERS } from '@furrow/kernel';
import { MOVEMENT_LINES } from '@furrow/production/sql';
import type pg from 'pg';
import { beginAs } from '../../bare/tenant.ts';
import { absolute, type Bench, compared, type Scale } from '../../bench.ts';
import { interleave } from '../../rounds.ts';
import { type HarvestFarm, harvestFarm } from '../../stage/farms/harvest-farm.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';
import { withApi } from './against-its-sql.ts';

export const exports: Bench = {
  name: 'exports',
  summary: 'a million movements as CSV',

  async run(stage: Stage, scale: Scale) {
    const farm = await harvestFarm(stage, scale);
    const rows = farm.sessions * farm.recordsEach;
    return withApi(stage, 100, async (api, client) => {
      const { service, COPY } = await interleave(stage, 'rows/s', scale.rounds, {
        service: () => perSecond(rows, () => downloaded(api, farm)),
        COPY: () => perSecond(rows, () => copied(client, farm)),
      });
      return [
        compared('movements as CSV against COPY … TO STDOUT', 'rows/s', service, COPY, { atLeast: 0.7 }),
        absolute('movements as CSV', 'rows/s', service, { atLeast: 24_000 }),
      ];
    });
  },
};

async function perSecond(rows: number, read: () => Promise<number>): Promise<number> {
  const began = performance.now();
  const lines = await read();
  const seconds = (performance.now() - began) / 1_000;
  if (lines !== rows) throw new Error(`${lines} lines were read`);
  return rows / seconds;
}

/** @returns the number of lines after the header */
async function downloaded(api: RunningApi, { credential, start, end }: HarvestFarm): Promise<number> {
  const range = new URLSearchParams({ startTime: start, endTime: end, format: 'csv' });
  const url = new URL(`/api/control/production/records/export?${range.toString()}`, api.url);
  const answer = await fetch(url, { headers: { authorization: `Bearer ${credential}` } });
  if (!answer.ok || answer.body === null) throw new Error(`It was answered ${answer.status}`);
  let lines = -1;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}

/** Copies the result of the same statement out as the service's role. */
async function copied(client: pg.Client, { companyId, start, end }: HarvestFarm): Promise<number> {
  const dialect = [',', RUN_BY_SPREADSHEETS.source, `["\\r\\n,]|${TAKEN_FOR_NUMBERS.source}`, '.'];
  const values = [companyId, start, end, null, null, ...dialect];
  const literals = values.map((value) => (value === null ? 'NULL' : client.escapeLiteral(value)));
  const query = MOVEMENT_LINES.replace(/\$(\d)/g, (_, number: string) => literals[Number(number) - 1] ?? '');
  await client.query(beginAs(companyId));
  const { rowCount } = await client.query(`COPY (${query}) TO STDOUT (FORMAT csv)`);
  await client.query('COMMIT');
  return rowCount ?? 0;
}
