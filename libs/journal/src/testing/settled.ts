import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Transaction } from '@furrow/database';

/**
 * Waits until what is committed by now is visible to change feeds and to the event log, which return only what precedes
 * every open transaction of the server, or of its node of a Citus.
 */
export async function settled(database: Database, companyId: string): Promise<void> {
  if (database.isDistributed) return settledOnNodes(database);
  const ask = (sql: string, parameters: unknown[] = []) =>
    database.tenant(companyId, (tx) => tx.query<{ xid?: string }>(sql, parameters));
  const [now] = await ask('SELECT pg_current_xact_id()::text AS xid');
  const isPast = 'SELECT FROM pg_current_snapshot() AS now WHERE pg_snapshot_xmin(now) > $1::xid8';
  while ((await ask(isPast, [now?.xid])).length === 0) await delay(10);
}

async function settledOnNodes(database: Database): Promise<void> {
  const ends = await database.system((tx) => onWorkers(tx, 'pg_snapshot_xmax'));
  const isPast = async () => {
    const starts = await database.system((tx) => onWorkers(tx, 'pg_snapshot_xmin'));
    return starts.every((xid, node) => xid >= ends[node]!);
  };
  while (!(await isPast())) await delay(10);
}

async function onWorkers(tx: Transaction, part: 'pg_snapshot_xmin' | 'pg_snapshot_xmax'): Promise<bigint[]> {
  const rows = await tx.query<{ xid: string }>(
    `SELECT result AS xid FROM run_command_on_workers('SELECT ${part}(pg_current_snapshot())') ORDER BY nodename, nodeport`,
  );
  return rows.map(({ xid }) => BigInt(xid));
}
