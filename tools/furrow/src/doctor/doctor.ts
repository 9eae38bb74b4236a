import { Database } from '@furrow/database';
import pg from 'pg';
import { clock } from './checks/clock.ts';
import { background } from './checks/database/background.ts';
import { alerts } from './checks/alerts.ts';
import { commands } from './checks/commands.ts';
import { connections } from './checks/database/connections.ts';
import { distribution } from './checks/database/distribution.ts';
import { home } from './checks/home.ts';
import { identityProviders } from './checks/identity-providers.ts';
import { indexes } from './checks/database/indexes.ts';
import { keys } from './checks/keys.ts';
import { login } from './checks/login.ts';
import { media } from './checks/media.ts';
import { migrations } from './checks/database/migrations.ts';
import { mqttBroker } from './checks/mqtt-broker.ts';
import { partitions } from './checks/database/partitions.ts';
import { readReplica } from './checks/database/read-replica.ts';
import { redis } from './checks/redis.ts';
import { rowSecurity } from './checks/database/row-security.ts';
import { services } from './checks/services.ts';
import { sessions } from './checks/sessions.ts';
import { strays } from './checks/database/strays.ts';
import { version } from './checks/version.ts';
import { webhooks } from './checks/webhooks.ts';
import { type Configured, configured } from './configured.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Checks that need the configuration only, not the database. */
const CONFIGURATION = [home, keys, media, identityProviders, redis, mqttBroker, services];
/** Checks of the server, made with the services' bare login. */
const SERVER = [version, clock, login, rowSecurity, indexes, connections, background];
/**
 * Checks of what the services store, made with their roles; they require correct rights and the schema of this build.
 */
const CONTENT = [distribution, sessions, partitions, commands, webhooks, alerts];

/** Checks of stores beside the database against its tables. */
const STORED = [strays, readReplica];

/** Examines an installation without changing anything. */
export async function examine(env: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const { config, hasDatabase, findings } = configured(env);
  const [around, within] = await Promise.all([
    findingsOf(CONFIGURATION, config),
    hasDatabase ? examineDatabase(config) : [],
  ]);
  return [...findings, ...within, ...around];
}

async function examineDatabase(config: Configured['config']): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: config.database.url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // the next statement reports it
  try {
    await client.connect();
  } catch (error) {
    return [unreachable(error as Error)];
  }
  try {
    const server: Finding[] = [];
    for (const check of SERVER) server.push(...(await findingsOf([check], { client, config })));
    if (server.some(({ state, subject }) => state === 'wrong' && subject === login.subject)) return server;
    const database = await Database.connect(config.database.url, { poolSize: 2, rows: [] });
    try {
      const schema = await findingsOf([migrations], database);
      if (schema.some(({ state }) => state === 'wrong')) return [...server, ...schema];
      const content = await findingsOf(CONTENT, database);
      return [...server, ...schema, ...content, ...(await findingsOf(STORED, { config, database }))];
    } finally {
      await database.close();
    }
  } finally {
    await client.end();
  }
}

function unreachable(error: Error): Finding {
  return {
    subject: 'database',
    state: 'wrong',
    message: `The database cannot be reached: ${error.message || 'nothing answers there'}.`,
    advice: 'Start it (npm start includes one), or set DATABASE_URL to its address.',
  };
}
