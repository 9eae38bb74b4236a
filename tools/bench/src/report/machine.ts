import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Measured, measuredNow } from '@furrow/program';
import type { Figure } from '../bench.ts';
import type { Stage } from '../stage/stage.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The machine, the time and the source revision of a bench run. */
export interface Circumstances extends Measured {
  readonly processor: string;
  readonly memoryGiB: number;
  readonly postgres: string;
  /** Load average of the minute before the bench, which shows other work on the machine. */
  readonly loadBefore: number;
  readonly quick: boolean;
}

/** The last measurement of one bench. */
export interface SavedBench {
  readonly bench: string;
  readonly measured: Circumstances;
  readonly figures: readonly Figure[];
}

export async function circumstances(
  stage: Pick<Stage, 'asSuperuser'>,
  quick: boolean,
): Promise<Circumstances> {
  return {
    ...(await measuredNow(HERE)),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    postgres: await stage.asSuperuser(async (client) => {
      const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
      return rows[0]?.server_version ?? 'unknown';
    }),
    loadBefore: Math.round(10 * (loadavg()[0] as number)) / 10,
    quick,
  };
}
