import { once } from 'node:events';
import type { Bench, Scale } from './bench.ts';
import { circumstances, type SavedBench } from './report/machine.ts';
import type { Stage } from './stage/stage.ts';

export interface Measured {
  readonly measured: readonly SavedBench[];
  /** Names of the benches that failed. */
  readonly failed: readonly string[];
}

/** Runs benches one after the other until told to stop; a bench that fails loses its own figures only. */
export async function measure(
  benches: readonly Bench[],
  stage: Pick<Stage, 'asSuperuser' | 'reportingAs'>,
  scale: Scale,
  { stopping, say }: { stopping: AbortSignal; say: (line: string) => void },
): Promise<Measured> {
  const measured: SavedBench[] = [];
  const failed: string[] = [];
  for (const bench of benches) {
    const { name, summary } = bench;
    say(`${name}: ${summary}`);
    const own = stage.reportingAs(name);
    try {
      const conditions = await circumstances(stage, scale.quick);
      const taken = await Promise.race([bench.run(own, scale), stopped(stopping)]);
      const figures = taken.map((figure) => ({ bench: name, ...figure }));
      measured.push({ bench: name, measured: conditions, figures });
    } catch (error) {
      if (stopping.aborted) break;
      failed.push(name);
      say(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    } finally {
      await own.clear();
    }
  }
  return { measured, failed };
}

/** Rejects on the stop signal, because filling a table takes minutes that nobody should wait for. */
async function stopped(stopping: AbortSignal): Promise<never> {
  stopping.throwIfAborted();
  await once(stopping, 'abort');
  throw stopping.reason;
}
