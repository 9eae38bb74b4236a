import { distribute, type DistributionProgress, NotDistributable } from '@furrow/database';
import { allMigrations } from '@furrow/schema';
import { configuration } from '../configuration.ts';
import type { Answer } from '../output.ts';
import { Refusal } from '../refusal.ts';

const MAX_SHARDS = 1_024;
const BAR = 30;

export interface DistributeOptions {
  readonly shards: string;
}

export async function distributeTables({ shards }: DistributeOptions): Promise<Answer> {
  const count = Number(shards);
  if (!/^\d+$/.test(shards) || count < 1 || count > MAX_SHARDS)
    throw new Refusal(`--shards is a whole number from 1 to ${MAX_SHARDS.toLocaleString('en')}, such as 32.`);
  const { ownerUrl } = configuration().database;
  const migrations = allMigrations.map((migration) => migration.name);
  try {
    const report = await distribute({ ownerUrl, shards: count, migrations, onProgress: show });
    const { distributed, workers } = report;
    const where = `${workers} ${workers === 1 ? 'node' : 'nodes'} in ${count} ${count === 1 ? 'shard' : 'shards'}`;
    const text =
      distributed.length === 0
        ? `Every table is on ${where}: there was nothing to do.`
        : `${distributed.length} tables are on ${where} now. Start the services again.`;
    return { document: report, text };
  } catch (error) {
    if (error instanceof NotDistributable) throw new Refusal(error.message, { cause: error });
    throw error;
  }
}

/** On one line of a terminal, else a line for each table. */
function show({ table, bytesDone, bytes }: DistributionProgress): void {
  const share = bytes === 0 ? 1 : bytesDone / bytes;
  const full = Math.round(share * BAR);
  const bar = `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${Math.floor(share * 100)} % ${table}`;
  const { isTTY } = process.stderr;
  if (table === '') process.stderr.write(isTTY ? '\r\x1b[K' : '');
  else process.stderr.write(isTTY ? `\r${bar}\x1b[K` : `${bar}\n`);
}
