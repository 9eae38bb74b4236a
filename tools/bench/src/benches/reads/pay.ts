import { SESSIONS_WORKED, workedParameters } from '@furrow/production/sql';
import { SHIFTS_WORKED, type WorkedShift } from '@furrow/workforce/sql';
import type pg from 'pg';
import { beginAs } from '../../bare/tenant.ts';
import { absolute, type Bench, type Scale } from '../../bench.ts';
import { asked } from '@furrow/program';
import {
  FIRST_DAY,
  lastDayOf,
  type MonthOfWork,
  type PaidFarm,
  seedPaidFarm,
} from '../../stage/farms/paid-farm.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';
import { againstItsSql, type Statement, withApi } from './against-its-sql.ts';

const PAY_RUNS = '/api/control/pay-runs';
const WHOLE: MonthOfWork = { workers: 1_000, days: 31, records: 10 };
const QUICK: MonthOfWork = { workers: 20, days: 8, records: 3 };

export const pay: Bench = {
  name: 'pay',
  summary: 'a pay run of 1,000 workers and 31 days: 31,000 shifts and 310,000 records',

  async run(stage: Stage, scale: Scale) {
    const size = scale.quick ? QUICK : WHOLE;
    stage.say(`seeding ${(size.workers * size.days * size.records).toLocaleString('en')} records`);
    const farm = await seedPaidFarm(stage, size);
    let payRunId = '';
    const begin = async (api: RunningApi) => {
      ({ payRunId } = await post(api, farm, '', { from: FIRST_DAY, to: lastDayOf(size) }));
    };
    const work = async (api: RunningApi, client: pg.Client) => {
      const { ratio, firstBytes } = await againstItsSql(stage, client, {
        ...{ what: 'calculating a draft', rounds: 2 * scale.rounds, target: { atMost: 2 } },
        ...{ url: urlOf(api, `/${payRunId}`), headers: headersOf(farm), companyId: farm.companyId },
        check: (text) => check(text, size),
        statements: await statementsOf(client, farm, size),
      });
      const began = performance.now();
      await post(api, farm, `/${payRunId}/freeze`, {});
      return [
        ...[ratio, absolute('first byte', 'ms', firstBytes, { atMost: 500 })],
        absolute('freezing a draft', 'ms', performance.now() - began, { atMost: 5_000 }),
      ];
    };
    return withApi(stage, 150, work, begin);
  },
};

const urlOf = (api: RunningApi, path: string) => new URL(`${PAY_RUNS}${path}`, api.url);
const headersOf = ({ jwt }: PaidFarm) => ({ authorization: `Bearer ${jwt}` });

const post = (api: RunningApi, { jwt }: PaidFarm, path: string, body: object) =>
  asked<{ payRunId: string }>(api.url, jwt, 'POST', `${PAY_RUNS}${path}`, body);

/** The service's statements for shifts and sessions. */
async function statementsOf(
  client: pg.Client,
  { companyId }: PaidFarm,
  size: MonthOfWork,
): Promise<Statement[]> {
  const filter = {
    ...{ from: FIRST_DAY as never, to: lastDayOf(size) as never },
    ...{ projectId: null, workerId: null },
  };
  const shifts = { text: SHIFTS_WORKED, values: [companyId, filter.from, filter.to, null, null] };
  await client.query(beginAs(companyId));
  const { rows } = await client.query<WorkedShift>(shifts);
  await client.query('COMMIT');
  const values = workedParameters(companyId, filter, rows, new Date());
  return [shifts, { text: SESSIONS_WORKED, values }];
}

function check(text: string, { workers, days }: MonthOfWork): void {
  const { data } = JSON.parse(text) as {
    data: { totals: { workers: number }; flags: unknown[]; statements: { lines: { kind: string }[] }[] };
  };
  const pieces = data.statements.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'piece').length;
  if (data.totals.workers !== workers || pieces !== workers * days || data.flags.length > 0)
    throw new Error(`${data.totals.workers} workers have ${pieces} lines and ${data.flags.length} flags`);
}
