import { WORKER_BY_ID, workersFound } from '@furrow/workforce/sql';
import type pg from 'pg';
import { type Bench, compared, type Scale } from '../../bench.ts';
import { beginAs } from '../../bare/tenant.ts';
import { latencies, p99 } from '../../load/latencies.ts';
import { interleave } from '../../rounds.ts';
import type { Stage } from '../../stage/stage.ts';
import { hireEverybody, openWorkforce, type WorkforceFarm } from '../../stage/farms/workforce-farm.ts';

const WORKERS = '/api/control/workers';
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
      const reads = { path, isEnough: (made: number) => made >= calls };
      return 1_000 * p99(await latencies(api, farm.jwt, reads));
    };
    const directly = (question: (call: number) => Question) => async () => {
      const times: number[] = [];
      for (let call = 0; call < calls; call++) times.push(await read(client, farm, question(call)));
      return 1_000 * p99(times);
    };
    const searched = (call: number) => SEARCHES[call % SEARCHES.length] as string;
    const idOf = (call: number) => ids[call % ids.length];
    const figures = await interleave(stage, 'µs at p99', scale.rounds, {
      search: asked((call) => `${WORKERS}?q=${encodeURIComponent(searched(call))}`),
      'by id': asked((call) => `${WORKERS}/${idOf(call)}`),
      'search, SQL': directly((call) => workersFound(farm.companyId, { ...EVERYBODY, q: searched(call) })),
      'by id, SQL': directly((call) => ({
        ...{ statement: WORKER_BY_ID, parameters: [farm.companyId, idOf(call)] },
      })),
    });
    const target = { atMost: 10 };
    const direct = [figures['search, SQL'], figures['by id, SQL']] as const;
    return [
      compared('GET /workers?q= against one by id, at p99', 'µs', figures.search, figures['by id'], target),
      compared('its SQL against a read by primary key, at p99', 'µs', ...direct, target),
    ];
  },
};

/** One whole transaction as the service's role, around the statement. @returns milliseconds */
async function read(
  client: pg.Client,
  { companyId }: WorkforceFarm,
  { statement, parameters }: Question,
): Promise<number> {
  const began = performance.now();
  await client.query(beginAs(companyId));
  await client.query({ ...statement, values: [...parameters] });
  await client.query('COMMIT');
  return performance.now() - began;
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
