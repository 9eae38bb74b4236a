import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@furrow/database';

/**
 * Waits until what is committed by now is visible to change feeds, which return only what precedes every open
 * transaction of the server.
 */
export async function settled(database: Database, companyId: string): Promise<void> {
  const ask = (sql: string, parameters: unknown[] = []) =>
    database.tenant(companyId, (tx) => tx.query<{ xid?: string }>(sql, parameters));
  const [now] = await ask('SELECT pg_current_xact_id()::text AS xid');
  const isPast = 'SELECT FROM pg_current_snapshot() AS now WHERE pg_snapshot_xmin(now) > $1::xid8';
  while ((await ask(isPast, [now?.xid])).length === 0) await delay(10);
}
