import type pg from 'pg';
import { inTransaction } from './in-transaction.ts';

/** What prevents distribution, in a sentence that says what to do. */
export class NotDistributable extends Error {}

/** Those that services act as. */
const ROLES = ['furrow_tenant', 'furrow_system'];

/**
 * @returns how many workers there are
 * @throws NotDistributable
 */
export async function requireCitus(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (rows.length === 0)
    throw new NotDistributable(
      'Citus is not in this database: put citus into shared_preload_libraries on every node, and run CREATE EXTENSION citus in this database on each.',
    );
  const { rows: nodes } = await client.query<{ coordinator: boolean; hasShards: boolean; here: boolean }>(
    `SELECT groupid = 0 AS coordinator, shouldhaveshards AS "hasShards",
            groupid = (SELECT groupid FROM pg_dist_local_group) AS here
     FROM pg_dist_node WHERE isactive AND noderole = 'primary'`,
  );
  if (!nodes.some(({ coordinator }) => coordinator))
    throw new NotDistributable(
      `The coordinator does not know its own address: run SELECT citus_set_coordinator_host('its name', its port).`,
    );
  if (!nodes.some(({ coordinator, here }) => coordinator && here))
    throw new NotDistributable('This is a worker: DATABASE_OWNER_URL has to lead to the coordinator.');
  const workers = nodes.filter(({ hasShards }) => hasShards).length;
  if (workers === 0)
    throw new NotDistributable(
      `There is no worker: run SELECT citus_add_node('its name', its port) for each on the coordinator.`,
    );
  return workers;
}

/** @throws NotDistributable */
export async function requireNobodyConnected(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ hosts: string }>(
    `SELECT count(*) AS hosts FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'furrow' AND pid <> pg_backend_pid()`,
  );
  const count = Number(rows[0]?.hosts ?? 0);
  if (count > 0)
    throw new NotDistributable(
      `${count} connection${count === 1 ? '' : 's'} of running services use this database: stop the API and the gateways first.`,
    );
}

/** Citus connects to its workers as the role that a transaction has taken on. */
export async function letRolesLogIn(client: pg.Client): Promise<void> {
  for (const role of ROLES) {
    const { rows } = await client.query<{ can: boolean }>(
      'SELECT rolcanlogin AS can FROM pg_roles WHERE rolname = $1',
      [role],
    );
    if (!rows[0]?.can) await client.query(`ALTER ROLE ${role} LOGIN`);
  }
}

/**
 * A write into a reference table locks the rows that it refers to, for which Citus requires the right to update them. No
 * policy lets the system role use that right. A restrictive one would not: Citus makes it permissive on the shards.
 */
export async function letSystemLockCompanies(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT FROM pg_policies WHERE schemaname = 'access' AND tablename = 'companies' AND policyname = 'system' AND cmd = 'SELECT'`,
  );
  if (rows.length > 0) return;
  await inTransaction(client, async () => {
    await client.query('DROP POLICY IF EXISTS system_changes_none ON access.companies');
    await client.query('DROP POLICY system ON access.companies');
    await client.query('CREATE POLICY system ON access.companies FOR SELECT TO furrow_system USING (true)');
    await client.query('GRANT UPDATE ON access.companies TO furrow_system');
  });
}

/** The coordinator numbers the rows of INSERT … SELECT itself, as the role that inserts them. */
export async function letRolesNumber(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; role: string }>(
    `SELECT s.oid::regclass::text AS sequence, role
     FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'i'
     CROSS JOIN unnest($1::text[]) AS role
     WHERE s.relkind = 'S' AND d.refclassid = 'pg_class'::regclass AND has_any_column_privilege(role, d.refobjid, 'INSERT')
       AND NOT has_sequence_privilege(role, s.oid, 'USAGE')`,
    [ROLES],
  );
  for (const { sequence, role } of rows) await client.query(`GRANT USAGE ON SEQUENCE ${sequence} TO ${role}`);
}
