import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '@furrow/config';
import type { Database } from '@furrow/database';
import pg from 'pg';
import type { Check } from '../../finding.ts';
import { withoutPassword } from '../../without-password.ts';

const TIMEOUT_MS = 5_000;
const LOOK_EVERY_MS = 100;
const EPOCH = 'BEGIN; SET LOCAL ROLE furrow_system; SELECT feed.known_epoch() AS epoch; COMMIT';

export const readReplica: Check<{ readonly config: Config; readonly database: Database }> = {
  subject: 'read replica',
  async examine({ config, database }, findings) {
    const { replica } = config.database;
    if (replica === undefined) return;
    const name = withoutPassword(replica.url);
    const client = new pg.Client({
      connectionString: replica.url,
      ...{ connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS },
    });
    client.on('error', () => undefined); // the next statement reports it
    const readElsewhere = 'Meanwhile reports are read from the primary.';
    try {
      await client.connect();
      const primary = await database.system((tx) =>
        tx.query<{ epoch: string; lsn: string }>(
          'SELECT feed.known_epoch() AS epoch, pg_current_wal_flush_lsn()::text AS lsn',
        ),
      );
      const answers = (await client.query(EPOCH)) as unknown as pg.QueryResult<{ epoch: string }>[];
      const epochs = answers.flatMap(({ rows }) => rows);
      if (!(await isReplica(client)) || epochs[0]?.epoch !== primary[0]?.epoch) {
        const advice = `Set DATABASE_READ_URL to a standby of DATABASE_URL. ${readElsewhere}`;
        findings.warning(`${name} is not a replica of the primary.`, advice);
        return;
      }
      const seconds = await replayedAfter(client, primary[0]?.lsn ?? '0/0', replica.maxLagSeconds);
      if (seconds === undefined)
        findings.warning(
          `${name} is more than ${replica.maxLagSeconds} s behind the primary.`,
          `Find out what delays its replay, or raise DATABASE_READ_MAX_LAG. ${readElsewhere}`,
        );
      else findings.fine(`${name} replayed the primary's log within ${seconds.toFixed(1)} s.`);
    } catch (error) {
      findings.warning(
        `${name} cannot be read from: ${(error as Error).message || 'nothing answers there'}.`,
        `Start it, or check DATABASE_READ_URL. ${readElsewhere}`,
      );
    } finally {
      await client.end().catch(() => undefined);
    }
  },
};

async function isReplica(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS "is"');
  return rows[0]?.is === true;
}

/** @returns how long the replica took to replay up to a position; undefined where that takes too long */
async function replayedAfter(
  client: pg.Client,
  lsn: string,
  maxSeconds: number,
): Promise<number | undefined> {
  const begin = performance.now();
  for (;;) {
    const { rows } = await client.query<{ is: boolean }>(
      'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS "is"',
      [lsn],
    );
    const seconds = (performance.now() - begin) / 1_000;
    if (rows[0]?.is === true) return seconds;
    if (seconds > Math.min(maxSeconds, TIMEOUT_MS / 1_000)) return undefined;
    await sleep(LOOK_EVERY_MS);
  }
}
