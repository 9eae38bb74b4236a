import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textOrder } from '@furrow/kernel';
import { chartOf } from './chart.ts';
import { withFigures } from './document.ts';
import type { SavedBench } from './machine.ts';

/**
 * Writes `latest.json` and `chart.svg` into a folder, and the tables into `performance.md` beside it where it exists.
 * New measurements replace those of the same benches; other benches keep their last figures.
 */
export async function save(folder: string, measured: readonly SavedBench[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'latest.json');
  const known = JSON.parse((await readIfThere(file)) ?? '[]') as SavedBench[];
  const others = known.filter(({ bench }) => !measured.some((each) => each.bench === bench));
  const benches = [...others, ...measured].toSorted((a, b) => textOrder(a.bench, b.bench));
  await writeFile(file, `${JSON.stringify(benches, null, 2)}\n`);
  const figures = benches.flatMap((bench) => bench.figures);
  await writeFile(join(folder, 'chart.svg'), chartOf(figures, subtitleOf(benches)));
  const document = join(folder, '..', 'performance.md');
  const text = await readIfThere(document);
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

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
