import { SESSIONS_WORKED, workedParameters } from '@furrow/production/sql';
import { SHIFTS_WORKED, type WorkedShift } from '@furrow/workforce/sql';
import type pg from 'pg';
import { beginAs } from '../../bare/tenant.ts';
import type { Bench, Figure, Scale } from '../../bench.ts';
import { timedGet } from '../../load/timed-get.ts';
import { interleave, median, medianRatio } from '../../rounds.ts';
import { watchMemory } from '../../stage/memory.ts';
import { FIRST_DAY, type MonthOfWork, type PaidFarm, seedPaidFarm } from '../../stage/farms/paid-farm.ts';
import { daysBefore } from '../../stage/farms/harvest-farm.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';

const WHOLE: MonthOfWork = { workers: 1_000, days: 31, records: 10 };
const QUICK: MonthOfWork = { workers: 20, days: 8, records: 3 };
const MB = 1024 * 1024;

export const pay: Bench = {
  name: 'pay',
  summary: 'a pay run of 1,000 workers and 31 days: 31,000 shifts and 310,000 records',

  async run(stage: Stage, scale: Scale): Promise<Figure[]> {
    const size = scale.quick ? QUICK : WHOLE;
    stage.say(`seeding ${(size.workers * size.days * size.records).toLocaleString('en')} records`);
    const farm = await seedPaidFarm(stage, size);
    const api = await stage.startApi();
    const client = await stage.connect();
    const run = await post(api, farm, '', { from: FIRST_DAY, to: lastDayOf(size) });
    const path = `/${run.payRunId}`;

    const firstBytes: number[] = [];
    const stopWatching = watchMemory(api);
    const statements = await statementsOf(client, farm, size);
    const figures = await interleave(
      2 * scale.rounds,
      {
        service: async (round) => {
          const { milliseconds, firstByte, text } = await timedGet(urlOf(api, path), headersOf(farm));
          if (round === 0) check(text(), size);
          else firstBytes.push(firstByte);
          return milliseconds;
        },
        'its SQL': () => directly(client, farm, statements),
      },
      (line) => stage.say(`ms, ${line}`),
    );
    const began = performance.now();
    await post(api, farm, `${path}/freeze`, {});
    const freezing = performance.now() - began;
    const { growth } = stopWatching();
    await client.end();
    await api.stop();
    const figure = { bench: 'pay', against: null, ratio: null };
    return [
      {
        bench: 'pay',
        what: 'calculating a draft against its own SQL',
        unit: 'ms',
        service: median(figures.service),
        against: median(figures['its SQL']),
        ratio: medianRatio(figures.service, figures['its SQL']),
        target: { atMost: 2 },
      },
      { ...figure, what: 'first byte', unit: 'ms', service: median(firstBytes), target: { atMost: 500 } },
      {
        ...figure,
        what: 'peak memory growth',
        unit: 'MB',
        service: growth / MB,
        target: { atMost: 150 },
      },
      { ...figure, what: 'freezing a draft', unit: 'ms', service: freezing, target: { atMost: 5_000 } },
    ];
  },
};

const lastDayOf = ({ days }: MonthOfWork) => daysBefore(FIRST_DAY, 1 - days);
const urlOf = (api: RunningApi, path: string) => new URL(`/api/control/pay-runs${path}`, api.url);
const headersOf = ({ jwt }: PaidFarm) => ({ authorization: `Bearer ${jwt}` });

async function post(api: RunningApi, farm: PaidFarm, path: string, body: object) {
  const answer = await fetch(urlOf(api, path), {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { ...headersOf(farm), 'content-type': 'application/json' },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 500)}`);
  return (JSON.parse(text) as { data: { payRunId: string } }).data;
}

type Statement = readonly [sql: string, parameters: unknown[]];

/** The service's statements for shifts and sessions, with parameters built beforehand. */
async function statementsOf(
  client: pg.Client,
  { companyId }: PaidFarm,
  size: MonthOfWork,
): Promise<Statement[]> {
  const filter = {
    ...{ from: FIRST_DAY as never, to: lastDayOf(size) as never },
    ...{ projectId: null, workerId: null },
  };
  const shifts: Statement = [SHIFTS_WORKED, [companyId, filter.from, filter.to, null, null]];
  await client.query(beginAs(companyId));
  const { rows } = await client.query<WorkedShift>(...(shifts as [string, unknown[]]));
  await client.query('COMMIT');
  return [shifts, [SESSIONS_WORKED, workedParameters(companyId, filter, rows, new Date())]];
}

/** Reads all results as the service's role. @returns milliseconds */
async function directly(
  client: pg.Client,
  { companyId }: PaidFarm,
  statements: readonly Statement[],
): Promise<number> {
  await client.query(beginAs(companyId));
  const began = performance.now();
  for (const [sql, parameters] of statements) await client.query(sql, parameters);
  const milliseconds = performance.now() - began;
  await client.query('COMMIT');
  return milliseconds;
}

/** Rejects fast but wrong pay. */
function check(text: string, { workers, days }: MonthOfWork): void {
  const { data } = JSON.parse(text) as {
    data: { totals: { workers: number }; flags: unknown[]; statements: { lines: { kind: string }[] }[] };
  };
  const pieces = data.statements.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'piece').length;
  if (data.totals.workers !== workers || pieces !== workers * days || data.flags.length > 0)
    throw new Error(`${data.totals.workers} workers have ${pieces} lines and ${data.flags.length} flags`);
}
