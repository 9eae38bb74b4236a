import pg from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { ResilientClient } from './resilient-client.ts';
import { PATIENT } from './timeouts.ts';

export type MigrationClass = new () => MigrationInterface;

const LOCK = 7_236_001; // any number, the same in every process that migrates this database

/**
 * Brings the schema up to date as its owner, one process at a time, and lets the service's login take on the two
 * roles it works under.
 * @returns the names of the migrations that ran, none when everything was there
 */
export async function migrate(
  ownerUrl: string,
  appUrl: string,
  migrations: MigrationClass[],
): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    driver: pg, // TypeORM would look for a package, and an installed program has it in its bundle alone
    url: ownerUrl,
    migrations,
    poolSize: 2,
    migrationsTransactionMode: 'each',
    applicationName: 'furrow migrate',
    // A migration may rightly take hours, so no statement of it is limited. A line that is dead ends it all the same.
    extra: { timeouts: PATIENT, Client: ResilientClient },
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query(`SELECT pg_advisory_lock(${LOCK})`);
    const [server] = (await lock.query('SHOW server_version_num')) as [{ server_version_num: string }];
    const version = Number(server.server_version_num);
    if (version < 150_000)
      throw new Error(`PostgreSQL 15 or newer is needed; this one is ${Math.floor(version / 10_000)}`);
    for (const role of ['furrow_tenant', 'furrow_system']) await lock.query(createRole(role));
    const login = decodeURIComponent(new URL(appUrl).username);
    if (login !== '') await lock.query(letLoginSetRoles(login, version));
    const done = await dataSource.runMigrations();
    // Readiness asks whether the schema is the one this build expects.
    await lock.query('GRANT SELECT ON public.migrations TO furrow_system');
    // After a restore this goes through whole tables: better now than in somebody's request.
    await lock.query(`DO $$ BEGIN
      IF to_regprocedure('feed.current_life()') IS NOT NULL THEN PERFORM feed.current_life(); END IF; END $$`);
    return done.map((migration) => migration.name);
  } finally {
    await lock.query(`SELECT pg_advisory_unlock(${LOCK})`).catch(() => undefined);
    await lock.release();
    await dataSource.destroy();
  }
}

/** Roles belong to the whole cluster, so another database of it may be making the same one right now. */
function createRole(role: string): string {
  return `DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role} NOLOGIN; END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`;
}

function letLoginSetRoles(login: string, version: number): string {
  const name = `"${login.replaceAll('"', '""')}"`;
  // Before 16 inheritance hangs on the login itself, which its owner creates with NOINHERIT.
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
