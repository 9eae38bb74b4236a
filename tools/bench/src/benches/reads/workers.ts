import { WORKER_BY_ID, workersFound } from '@furrow/workforce/sql';
import type pg from 'pg';
import { type Bench, compared, type Scale } from '../../bench.ts';
import { beginAs } from '../../bare/tenant.ts';
import { getOf, HttpConnection } from '../../load/http-connection.ts';
import { quantile } from '@furrow/testbed/load';
import { interleave } from '../../rounds.ts';
import type { Stage } from '../../stage/stage.ts';
import { hireEverybody, openWorkforce, type WorkforceFarm } from '../../stage/farms/workforce-farm.ts';

const COMPANIES = 100;
const WORKERS_EACH = 10_000;
/** Matches few, many and no workers; one letter and several; names and codes. */
const SEARCHES = 'pezma|lo|a|nobody|rilo|ml0315-77|Ñado|se ca|korvo|15-1234|viel|e'.split('|');
const EVERYBODY = { page: 1, pageSize: 25, q: '', status: null, position: null, employment_type: null };

type Question = ReturnType<typeof workersFound>;

export const workers: Bench = {
  name: 'workers',
  summary: `a search in ${WORKERS_EACH.toLocaleString('en')} workers among ${(COMPANIES * WORKERS_EACH).toLocaleString('en')}`,

  async run(stage: Stage, scale: Scale) {
    const size = scale.quick
      ? { companies: 3, workersEach: 200 }
      : { companies: COMPANIES, workersEach: WORKERS_EACH };
    const calls = scale.quick ? 50 : 1_000;
    const farm = await openWorkforce(stage, 'workers');
    await hireEverybody(stage, farm, size);
    const ids = await idsOf(stage, farm);
    const api = await stage.startApi();
    const client = await stage.connect();

    const asked = (path: (call: number) => string) => async () => {
      // One per round, because the server may close it in between.
      const connection = await HttpConnection.open(api.url);
      const time = await p99(calls, (call) => ask(connection, farm, path(call)));
      connection.close();
      return time;
    };
    const directly = (question: (call: number) => Question) => () =>
      p99(calls, (call) => read(client, farm, question(call)));
    const figures = await interleave(
      scale.rounds,
      {
        search: asked((call) => `?q=${encodeURIComponent(SEARCHES[call % SEARCHES.length] as string)}`),
        'by id': asked((call) => `/${ids[call % ids.length]}`),
        'search, SQL': directly((call) => {
          const q = SEARCHES[call % SEARCHES.length] as string;
          return workersFound(farm.companyId, { ...EVERYBODY, q });
        }),
        'by id, SQL': directly((call) => ({
          statement: WORKER_BY_ID,
          parameters: [farm.companyId, ids[call % ids.length]],
        })),
      },
      (line) => stage.say(`µs at p99, ${line}`),
    );
    await client.end();
    await api.stop();
    const target = { atMost: 10 };
    const direct = [figures['search, SQL'], figures['by id, SQL']] as const;
    return [
      compared('GET /workers?q= against one by id, at p99', 'µs', figures.search, figures['by id'], target),
      compared('its SQL against a read by primary key, at p99', 'µs', ...direct, target),
    ];
  },
};

/** The 99th percentile of calls made one after the other, in microseconds. */
async function p99(calls: number, call: (number: number) => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < calls; number++) {
    const began = performance.now();
    await call(number);
    times.push(performance.now() - began);
  }
  return 1_000 * quantile(times, 0.99);
}

async function ask(connection: HttpConnection, { jwt }: WorkforceFarm, path: string): Promise<void> {
  const { status, body } = await connection.send(getOf(`/api/control/workers${path}`, jwt));
  if (status !== 200) throw new Error(`Answered ${status} ${body.toString().slice(0, 500)}`);
}

/** One whole transaction as the service's role, around the statement. */
async function read(
  client: pg.Client,
  { companyId }: WorkforceFarm,
  { statement, parameters }: Question,
): Promise<void> {
  await client.query(beginAs(companyId));
  await client.query({ ...statement, values: [...parameters] });
  await client.query('COMMIT');
}

function idsOf(stage: Stage, { companyId }: WorkforceFarm): Promise<string[]> {
  return stage.asSuperuser(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT worker_id AS id FROM workforce.workers WHERE company_id = $1 ORDER BY worker_id LIMIT 1000',
      [companyId],
    );
    return rows.map(({ id }) => id);
  });
}
