import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sourceRevision } from '@furrow/program';
import type { Figure } from '../bench.ts';
import type { Stage } from '../stage/stage.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The machine, the time and the source revision of a bench run. */
export interface Circumstances {
  readonly date: string;
  /** Ends in `+` where files differed from it; null outside a repository. */
  readonly commit: string | null;
  readonly cores: number;
  readonly processor: string;
  readonly memoryGiB: number;
  readonly node: string;
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
  const processors = cpus();
  return {
    date: new Date().toISOString(),
    commit: await sourceRevision(HERE),
    cores: processors.length,
    processor: processors[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    node: process.versions.node,
    postgres: await stage.asSuperuser(async (client) => {
      const { rows } = await client.query<{ version: string }>(
        `SELECT current_setting('server_version') AS version`,
      );
      return rows[0]?.version ?? 'unknown';
    }),
    loadBefore: Math.round(10 * (loadavg()[0] as number)) / 10,
    quick,
  };
}
