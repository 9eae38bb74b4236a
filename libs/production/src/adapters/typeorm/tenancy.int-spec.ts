import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LocalDate, newId } from '@furrow/kernel';
import { withClient } from '@furrow/testbed';
import { CorrectRecord } from '../../application/corrections/correct-record.ts';
import { WorkingFarm } from '../../testing/working-farm.ts';
import { type ProductionOnPostgres, productionOnPostgres } from '../../testing/production-on-postgres.ts';

let production: ProductionOnPostgres;
let acme: WorkingFarm;
let other: WorkingFarm;
let tables: string[];

beforeAll(async () => {
  production = await productionOnPostgres();
  [acme, other] = [await WorkingFarm.start(production), await WorkingFarm.start(production)];
  const found = await acme.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'production'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
     ORDER BY relname`,
  );
  tables = found.map(({ name }) => `production.${name}`);
});
afterAll(() => production.close());

/** Puts a row of the farm into every table of production. */
async function work(farm: WorkingFarm) {
  const session = await farm.session();
  const [outcome] = await farm.add(farm.draft(session, { qualityId: farm.farm.qualities[0].id }));
  if (outcome?.kind !== 'created') throw new Error('The record was refused');
  await farm.refreshSnapshot(session);
  const shares = farm.farm.workers.map(({ id }) => ({ workerId: id, badge: null, weight: '1' }));
  const corrected = await farm.add({ ...farm.draft(session), workerId: null, shares });
  if (corrected[0]?.kind !== 'created') throw new Error('The record was refused');
  await new CorrectRecord(production.transactions, farm.clock).execute(
    farm.farm.companyId,
    farm.farm.owner.userId,
    {
      ...{ recordId: corrected[0].record.state.recordId, units: '1', qualityId: null },
      ...{ reason: 'counted twice', clientEventId: newId() },
    },
  );
  await production.transactions.run(farm.farm.companyId, ({ containers }) =>
    containers.save([
      {
        ...{ key: 'crate', name: 'Crate', unit: 'kg', units: null, tare: null, min: null, max: null },
        active: true,
      },
    ]),
  );
  await farm.add(
    farm.draft(session, { units: '10', filling: { container: 'crate', count: 1, gross: null } }),
  );
  await production.transactions.run(farm.farm.companyId, ({ prices }) =>
    prices.save([
      {
        ...{ validFrom: '2026-01-01' as LocalDate, unit: 'kg', price: '0.46', active: true },
        ...{ projectId: null, crop: null, variety: null, qualityId: null, container: 'crate' },
      },
    ]),
  );
  return { session, recordId: outcome.record.state.recordId };
}

describe('a company', () => {
  it('sees nothing of another in any table, whatever the query omits', async () => {
    await work(other);
    expect(tables).toHaveLength(10);
    for (const table of tables) {
      expect(await other.query(`SELECT * FROM ${table}`)).not.toEqual([]);
      const seen = await acme.query<{ company_id: string }>(`SELECT company_id FROM ${table}`);
      expect(seen.filter((row) => row.company_id !== acme.farm.companyId)).toEqual([]);
      const [{ count } = { count: -1 }] = await acme.query<{ count: number }>(
        `SELECT count(*) AS count FROM ${table} WHERE company_id = '${other.farm.companyId}'`,
      );
      expect(count).toBe(0);
    }
  });

  it('changes nothing of another, and cannot write in its name', async () => {
    const { session } = await work(await WorkingFarm.start(production));
    expect(await acme.query(`UPDATE production.sessions SET notes = 'mine' RETURNING session_id`)).toEqual(
      [],
    );
    expect(await acme.query(`UPDATE production.records SET voided_at = now() RETURNING record_id`)).toEqual(
      [],
    );
    const intrusion = acme.query(
      `INSERT INTO production.qualities (company_id, quality_id, key, name)
       VALUES ('${other.farm.companyId}', '${newId()}', 'x', 'x')`,
    );
    await expect(intrusion).rejects.toThrow('row-level security');
    await expect(acme.query(`DELETE FROM production.records`)).rejects.toThrow('permission denied');
    await expect(acme.query(`UPDATE production.records SET units = 1`)).rejects.toThrow('permission denied');
    expect(session.state.notes).toBeNull();
  });

  it('cannot refer to another’s session, worker, quality or record', async () => {
    const theirs = await work(await WorkingFarm.start(production));
    const home = await WorkingFarm.start(production);
    const mine = await work(home);
    const { companyId, owner, workers, qualities } = home.farm;
    const insert = (row: { session?: string; worker?: string; quality?: string; voids?: string }) =>
      home.query(
        `INSERT INTO production.records (company_id, record_id, session_id, worker_id, worker_name, quality_id, units, kind,
           client_event_id, voids_record_id, recorded_at, created_at, created_by)
         VALUES ('${companyId}', '${newId()}', '${row.session ?? mine.session.id}', '${row.worker ?? workers[0].id}', 'x',
           '${row.quality ?? qualities[0].id}', ${row.voids ? "-1, 'void', NULL" : `1, 'addition', '${newId()}'`},
           ${row.voids ? `'${row.voids}'` : 'NULL'}, now(), now(), '${owner.userId}')`,
      );
    await insert({});
    await insert({ voids: mine.recordId });
    const foreign = other.farm;
    for (const row of [
      { session: theirs.session.id },
      { worker: foreign.workers[0].id },
      { quality: foreign.qualities[0].id },
      { voids: theirs.recordId },
    ])
      await expect(insert(row)).rejects.toThrow('violates foreign key constraint');
    // A part of a shared record has a tally, which has the key of its worker.
    const part = { workerId: foreign.workers[0].id, badge: null, weight: '1' };
    const sharing = {
      ...home.draft(mine.session),
      workerId: null,
      shares: [part, { ...part, workerId: workers[0].id }],
    };
    await expect(home.add(sharing)).resolves.toMatchObject([{ kind: 'refused' }]);
    const tally = home.query(
      `INSERT INTO production.tallies (company_id, session_id, worker_id, worker_name, units_added, units_voided, record_count, voided_count)
       VALUES ('${companyId}', '${mine.session.id}', '${part.workerId}', 'x', 1, 0, 1, 0)`,
    );
    await expect(tally).rejects.toThrow('violates foreign key constraint');
    const { projectId } = foreign.project;
    await expect(home.session({ projectId, openedAt: new Date('2026-03-01T12:00:00Z') })).rejects.toThrow(
      'foreign key',
    );
  });
});

it('the system role only closes sessions and takes snapshots', async () => {
  const asSystem = (sql: string) => production.database.system((tx) => tx.query(sql));
  await work(await WorkingFarm.start(production));
  expect(await asSystem('SELECT * FROM production.sessions')).not.toEqual([]);
  for (const sql of [
    'SELECT * FROM production.records',
    `UPDATE production.sessions SET owner_user_id = project_id`,
    'UPDATE production.tallies SET record_count = 0',
    'DELETE FROM production.quality_snapshots',
  ])
    await expect(asSystem(sql)).rejects.toThrow('permission denied');
});

it('the login without a role can read nothing', () =>
  withClient(production.url, async (client) => {
    for (const table of tables)
      await expect(client.query(`SELECT * FROM ${table}`)).rejects.toThrow('permission denied');
    // Also a connection that has taken on the role without naming a company.
    await client.query('BEGIN; SET LOCAL ROLE furrow_tenant');
    for (const table of tables) expect((await client.query(`SELECT * FROM ${table}`)).rows).toEqual([]);
  }));
