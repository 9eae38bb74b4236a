import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import type { SessionSearch } from '../../../application/ports.ts';
import { OPENED_AT } from '../../../testing/builders.ts';
import { WorkingFarm } from '../../../testing/working-farm.ts';
import { type ProductionOnPostgres, productionOnPostgres } from '../../../testing/production-on-postgres.ts';
import { MOVEMENTS_PAGE, ofSession } from '../typeorm-record-repository.ts';
import { conditionsOf, SESSIONS_PAGE } from '../typeorm-session-repository.ts';

const ANY: SessionSearch = {
  ...{ from: null, to: null, status: null, projectId: null, sectorId: null, ownerUserId: null },
  ...{ page: 1, pageSize: 25, now: OPENED_AT },
};

let production: ProductionOnPostgres;
let work: WorkingFarm;
beforeAll(async () => {
  production = await productionOnPostgres();
  work = await WorkingFarm.start(production);
});
afterAll(() => production?.close());

/** The generic plan, as used once a connection has prepared the statement. */
function planOf({ statement, parameters }: ReturnType<typeof SESSIONS_PAGE.statement>): Promise<string> {
  return production.database.tenant(work.farm.companyId, async (tx) => {
    await tx.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
    await tx.query('SET LOCAL plan_cache_mode = force_generic_plan');
    const plan = await tx.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (COSTS OFF) ${statement.text}`,
      parameters,
    );
    return plan.map((line) => line['QUERY PLAN']).join('\n');
  });
}
const planFor = (search: Partial<SessionSearch>) =>
  planOf(SESSIONS_PAGE.statement(work.farm.companyId, ANY, conditionsOf({ ...ANY, ...search })));

describe('a page of sessions', () => {
  const day = '2026-03-10' as LocalDate;
  it.each<[string, Partial<SessionSearch>]>([
    ['of a company', {}],
    ['of some days', { from: day, to: day }],
    ['that are closed, of a sector', { status: 'closed', sectorId: '0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e70' }],
  ])('%s is found and counted by an index alone', async (_, search) => {
    expect(await planFor(search)).toMatch(
      /Index Only Scan Backward using sessions_listed[\s\S]*Index Only Scan using sessions_(listed|of_owner)/,
    );
  });

  it('of one owner is found and counted by an index of its own', async () => {
    const plan = await planFor({ ownerUserId: work.farm.owner.userId, from: day });
    expect(plan).toMatch(/Index Only Scan Backward using sessions_of_owner[\s\S]*using sessions_of_owner/);
  });

  it('of open ones is never found by what other companies have open', async () => {
    const plan = await planFor({ status: 'open' });
    expect(plan).not.toContain('open_sessions_by_lapse');
    expect(plan).toMatch(/one_open_session|sessions_(listed|of_owner)/);
  });
});

it('a page of movements reads only those of its session', async () => {
  const { id } = await work.session();
  const request = { page: 2, pageSize: 100 };
  const plan = await planOf(MOVEMENTS_PAGE.statement(work.farm.companyId, request, [ofSession(id)]));
  expect(plan.match(/using records_of_session/g)).toHaveLength(2);
});
