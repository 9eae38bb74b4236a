import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completeResults, textIfThere } from '@furrow/program';
import { chartOf } from './chart.ts';
import { withFigures } from './document.ts';
import type { SavedBench } from './machine.ts';

/**
 * Writes `latest.json` and `chart.svg` into a folder, and the tables into `performance.md` beside it where it exists.
 * New measurements replace those of the same benches; other benches keep their last figures.
 */
export async function save(
  folder: string,
  measured: readonly SavedBench[],
  names: readonly string[],
): Promise<void> {
  const benches = await completeResults(join(folder, 'latest.json'), measured, ({ bench }) => bench, names);
  const figures = benches.flatMap((bench) => bench.figures);
  await writeFile(join(folder, 'chart.svg'), chartOf(figures, subtitleOf(benches)));
  const document = join(folder, '..', 'performance.md');
  const text = await textIfThere(document);
  if (text !== undefined) await writeFile(document, withFigures(text, benches));
}

function subtitleOf(benches: readonly SavedBench[]): string {
  const days = benches.map(({ measured }) => measured.date.slice(0, 10)).toSorted();
  const span = [...new Set([days[0], days.at(-1)])].join(' to ');
  const cores = [...new Set(benches.map(({ measured }) => measured.cores))].join(' or ');
  const nothing = benches.some(({ measured }) => measured.quick)
    ? '; a quick run, which measures nothing'
    : '';
  return `Times as good as its goal, ${cores} cores, ${span}${nothing}`;
}
