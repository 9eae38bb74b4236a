import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningApi, Stage } from './stage.ts';

/** Linux counts the processor time of processes in hundredths of a second. */
const TICKS_PER_SECOND = 100;
/** The sampling interval, and the most time lost of a connection that the service closes. */
const LOOK_EVERY_MS = 1_000;

export interface Consumption {
  /** Processor time of the API and of its PostgreSQL connections, as a percentage of one core. */
  readonly core: number;
  /** Transactions per second of the whole database. */
  readonly transactions: number;
}

/** Measures the API and its connections for this many seconds. */
export async function consumption(stage: Stage, api: RunningApi, seconds: number): Promise<Consumption> {
  const last = new Map<number, number>();
  const began = performance.now();
  const before = await look(stage, api, last);
  let used = 0;
  let now = before;
  while (performance.now() - began < seconds * 1_000) {
    await sleep(LOOK_EVERY_MS);
    now = await look(stage, api, last);
    used += now.used;
  }
  const took = (performance.now() - began) / 1_000;
  return { core: (100 * used) / took, transactions: (now.transactions - before.transactions) / took };
}

/** @param last processor time of each process at the previous sample; @returns what they used since */
async function look(stage: Stage, api: RunningApi, last: Map<number, number>) {
  return stage.asSuperuser(async (client) => {
    const { username } = new URL(stage.postgres.url);
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE usename = $1 AND datname = current_database()',
      [decodeURIComponent(username)],
    );
    const counted = await client.query<{ count: string }>(
      'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
    );
    let used = 0;
    for (const pid of [api.pid, ...rows.map((row) => row.pid)]) {
      const time = processorTimeOf(pid);
      used += Math.max(0, time - (last.get(pid) ?? time));
      last.set(pid, time);
    }
    return { used, transactions: Number(counted.rows[0]?.count ?? 0) };
  });
}

/** Seconds in user and system mode; 0 where the system does not tell. */
function processorTimeOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
