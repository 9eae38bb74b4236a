import pg from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { statementByStatement } from './distribution/each-statement.ts';
import { ResilientClient } from './connection/resilient-client.ts';
import { LONG_RUNNING } from './connection/timeouts.ts';
import { IS_DISTRIBUTED } from './identity.ts';

/**
 * A change of the schema, known by the name of its class, which ends with its time. Nothing undoes one: the previous
 * version runs on the new schema.
 */
export type MigrationClass = new () => { up(runner: QueryRunner): Promise<void> };

const MOST_TIMES = 10;
const LOCK = 7_236_001; // any number, the same in every process that migrates this database

/**
 * Migrates the schema as its owner, one process at a time, and lets the service's login take on its two roles.
 * @returns the names of the migrations that ran; none if the schema was up to date
 */
export async function migrate(
  ownerUrl: string,
  appUrl: string,
  migrations: MigrationClass[],
): Promise<string[]> {
  let isDistributed = false;
  const dataSource = new DataSource({
    type: 'postgres',
    driver: pg, // TypeORM would look for a package, which a bundled program does not have
    url: ownerUrl,
    migrations: migrations.map((Migration) => ofTypeorm(Migration, () => isDistributed)),
    poolSize: 2,
    migrationsTransactionMode: 'each',
    applicationName: 'furrow migrate',
    // A migration may take hours, so its statements have no limit. A dead connection ends it all the same.
    extra: { timeouts: LONG_RUNNING, Client: ResilientClient },
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query(`SELECT pg_advisory_lock(${LOCK})`);
    const [server] = (await lock.query('SHOW server_version_num')) as [{ server_version_num: string }];
    const version = Number(server.server_version_num);
    if (version < 150_000)
      throw new Error(`PostgreSQL 15 or newer is needed; this one is ${Math.floor(version / 10_000)}`);
    const [database] = (await lock.query(IS_DISTRIBUTED)) as [{ distributed: boolean }];
    isDistributed = database.distributed;
    for (const role of ['furrow_tenant', 'furrow_system'])
      await amongOthers(() => lock.query(createRole(role)));
    const login = decodeURIComponent(new URL(appUrl).username);
    if (login !== '') await amongOthers(() => lock.query(letLoginSetRoles(login, version)));
    const done = await dataSource.runMigrations();
    // Readiness checks that the schema is the one of this build.
    await lock.query('GRANT SELECT ON public.migrations TO furrow_system');
    // After a restore this reads whole tables: better now than during a request.
    await lock.query(`DO $$ BEGIN
      IF to_regprocedure('feed.current_epoch()') IS NOT NULL THEN PERFORM feed.current_epoch(); END IF; END $$`);
    return done.map((migration) => migration.name);
  } finally {
    await lock.query(`SELECT pg_advisory_unlock(${LOCK})`).catch(() => undefined);
    await lock.release();
    await dataSource.destroy();
  }
}

/** The migration with the members that TypeORM asks for. */
function ofTypeorm(Migration: MigrationClass, isDistributed: () => boolean): new () => MigrationInterface {
  return class {
    readonly name = Migration.name;
    up(runner: QueryRunner): Promise<void> {
      return new Migration().up(isDistributed() ? statementByStatement(runner) : runner);
    }
    down(): Promise<void> {
      return Promise.reject(new Error('Migrations are not undone'));
    }
  };
}

/** Repeats a statement about roles while another database of the cluster changes the same one. */
async function amongOthers(act: () => Promise<unknown>): Promise<void> {
  for (let times = 1; ; times++)
    try {
      await act();
      return;
    } catch (error) {
      const isChanging = (error as Error).message.includes('tuple concurrently updated');
      if (!isChanging || times === MOST_TIMES) throw error;
    }
}

/** Roles belong to the whole cluster, so another database of it may be creating the same one right now. */
function createRole(role: string): string {
  return `DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role} NOLOGIN; END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`;
}

function letLoginSetRoles(login: string, version: number): string {
  const name = `"${login.replaceAll('"', '""')}"`;
  // Before 16 inheritance is a property of the login itself, which its owner creates with NOINHERIT.
  const never = version >= 160_000 ? ' WITH INHERIT FALSE, SET TRUE' : '';
  return `DO $$ BEGIN
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = ${literal(login)}) THEN
      GRANT furrow_tenant, furrow_system TO ${name}${never};
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
