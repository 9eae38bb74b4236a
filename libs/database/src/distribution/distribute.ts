import pg from 'pg';
import {
  letRolesLogIn,
  letRolesNumber,
  letSystemLockCompanies,
  NotDistributable,
  requireCitus,
  requireNobodyConnected,
} from './requirements.ts';
import { inTransaction } from './in-transaction.ts';
import { foreignKeys, triggers } from './kept-aside.ts';
import { NODE_FUNCTIONS, nodesOfCitus } from './nodes.ts';
import { distributedTables, type TenantTable, tenantTables } from './tables.ts';
import { PLACEMENT_TABLE } from './placement-table.ts';

/** What has to be found before anybody knows the company: every node holds it whole. */
const ON_EVERY_NODE = 'access';

/** As everybody who migrates: one process at a time. */
const LOCK = 7_236_001;

export interface DistributionOptions {
  /** The login that owns the schema, on the coordinator. */
  readonly ownerUrl: string;
  /** Into how many shards tables are cut. */
  readonly shards: number;
  /** Migrations of this build; if one is missing, the command refuses. */
  readonly migrations: readonly string[];
  readonly onProgress?: (done: DistributionProgress) => void;
}

export interface DistributionProgress {
  readonly table: string;
  readonly bytesDone: number;
  readonly bytes: number;
}

export interface DistributionReport {
  readonly shards: number;
  readonly workers: number;
  /** Names of what was done now. */
  readonly distributed: readonly string[];
  readonly foreignKeys: number;
}

/**
 * Puts every table of companies on the workers of a Citus, each company's rows on one node, while no host is connected.
 * Each table is a transaction of its own, so an interrupted run continues with the tables that are left.
 *
 * @throws NotDistributable
 */
export async function distribute(options: DistributionOptions): Promise<DistributionReport> {
  const client = new pg.Client({ connectionString: options.ownerUrl, application_name: 'furrow distribute' });
  client.on('error', () => undefined); // the statement that meets it says so
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(${LOCK})`);
    const workers = await requireCitus(client);
    await requireSchema(client, options.migrations);
    await requireNobodyConnected(client);
    await allow(client);
    await letRolesLogIn(client);
    await letSystemLockCompanies(client);
    await letRolesNumber(client);
    const shards = await shardsOf(client, options.shards);
    const distributed = await distributeTables(client, shards, options.onProgress);
    const restored = await foreignKeys.putBack(client);
    await triggers.putBack(client);
    for (const statement of STAMPS_WEBHOOKS) await client.query(statement);
    return { shards, workers, distributed, foreignKeys: restored };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function requireSchema(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('public.migrations') IS NOT NULL AS there`,
  );
  const { rows: applied } = rows[0]?.there
    ? await client.query<{ name: string }>('SELECT name FROM public.migrations')
    : { rows: [] };
  const names = new Set(applied.map(({ name }) => name));
  if (migrations.some((name) => !names.has(name)))
    throw new NotDistributable('The schema is not the one of this build: run "furrow migrate" first.');
}

/** What sessions of this database need from now on, and this one at once. */
async function allow(client: pg.Client): Promise<void> {
  const settings = {
    // Triggers of ours write rows of the same company alone, which are on the same node.
    'citus.enable_unsafe_triggers': 'on',
    // Who acts, and for which company, is said with SET LOCAL.
    'citus.propagate_set_commands': 'local',
    // A transaction has one connection to a node, and sees there whatever it wrote into a table that every node holds.
    'citus.multi_shard_modify_mode': 'sequential',
  };
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`ALTER DATABASE ${rows[0]?.name} SET ${name} = '${value}'`);
    await client.query(`SET ${name} = '${value}'`);
  }
}

/** As many as there are already, where some tables are distributed. */
async function shardsOf(client: pg.Client, requested: number): Promise<number> {
  const { rows } = await client.query<{ shards: number }>(
    `SELECT shard_count::int AS shards FROM citus_tables WHERE table_name = '${PLACEMENT_TABLE}'::regclass AND citus_table_type = 'distributed'`,
  );
  const there = rows[0]?.shards;
  if (there !== undefined && there !== requested)
    throw new NotDistributable(
      `The tables are cut into ${there} shards already: say --shards ${there}. Moving them to other nodes is Citus's own rebalance_table_shards().`,
    );
  return requested;
}

async function distributeTables(
  client: pg.Client,
  shards: number,
  onProgress: DistributionOptions['onProgress'],
): Promise<string[]> {
  const missing = await missingTables(client);
  const bytes = missing.reduce((sum, table) => sum + table.bytes, 0);
  if (missing.length > 0) {
    const all = await tenantTables(client);
    await foreignKeys.keep(
      client,
      all.map(({ name }) => name),
    );
    await triggers.keep(
      client,
      missing.map(({ name }) => name),
    );
  }
  await prepareNodes(client);
  let bytesDone = 0;
  for (const table of missing) {
    onProgress?.({ table: table.name, bytesDone, bytes });
    await distributeTable(client, table, shards);
    bytesDone += table.bytes;
  }
  if (missing.length > 0) onProgress?.({ table: '', bytesDone, bytes });
  await spreadFunctions(client);
  // Citus hands on a function that names a table only where that table is distributed.
  await prepareNodes(client);
  return missing.map(({ name }) => name);
}

/** The placement table first, because all others lie where it does; then what every node holds. */
async function missingTables(client: pg.Client): Promise<TenantTable[]> {
  const there = await distributedTables(client);
  const order = ({ name }: TenantTable) =>
    name === PLACEMENT_TABLE ? 0 : name.startsWith(`${ON_EVERY_NODE}.`) ? 1 : 2;
  return (await tenantTables(client))
    .filter(({ name }) => !there.has(name))
    .toSorted((a, b) => order(a) - order(b));
}

async function distributeTable(client: pg.Client, { name }: TenantTable, shards: number): Promise<void> {
  const statement = name.startsWith(`${ON_EVERY_NODE}.`)
    ? `SELECT create_reference_table('${name}')`
    : name === PLACEMENT_TABLE
      ? `SELECT create_distributed_table('${name}', 'company_id', shard_count => ${shards}, colocate_with => 'none')`
      : `SELECT create_distributed_table('${name}', 'company_id', colocate_with => '${PLACEMENT_TABLE}')`;
  await inTransaction(client, async () => {
    await client.query(statement);
    // What was here lies on the workers now.
    await client.query(`SELECT truncate_local_data_after_distributing_table('${name}')`);
  });
}

async function prepareNodes(client: pg.Client): Promise<void> {
  await inTransaction(client, () => client.query(nodesOfCitus(PLACEMENT_TABLE)));
}

/** Whatever statements may ask on a worker. Those that work through the whole installation stay on the coordinator. */
async function spreadFunctions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname !~ '^(pg_|information_schema$|citus|columnar|public$)' AND p.prorettype <> 'trigger'::regtype AND NOT p.prosecdef
      AND n.nspname <> 'feed'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`);
  for (const name of [...NODE_FUNCTIONS, ...rows.map((row) => row.name)])
    await client.query('SELECT create_distributed_function($1::regprocedure)', [name]);
}

/**
 * A webhook knows the transactions before it as its own node counts them. Each by itself: Citus hands on the whole text
 * that came with a trigger.
 */
const STAMPS_WEBHOOKS = [
  `CREATE OR REPLACE FUNCTION notifications.stamped_by_node() RETURNS trigger LANGUAGE plpgsql
     SET search_path = pg_catalog, pg_temp
     AS $$
     BEGIN
       IF TG_OP = 'INSERT' OR NEW.active_at IS DISTINCT FROM OLD.active_at THEN
         NEW.active_in := pg_current_snapshot();
       END IF;
       RETURN NEW;
     END $$`,
  `CREATE OR REPLACE TRIGGER stamped_by_node BEFORE INSERT OR UPDATE ON notifications.webhooks
     FOR EACH ROW EXECUTE FUNCTION notifications.stamped_by_node()`,
];
