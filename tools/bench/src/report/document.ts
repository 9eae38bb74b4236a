import { markdownTable, withTables } from '@furrow/program';
import type { SavedBench } from './machine.ts';
import { growthTableOf, tableOf } from './table.ts';

const PROGRAM = 'npm run bench -- --save';

/** Replaces the tables of a document, each between two comments that name it. */
export function withFigures(document: string, benches: readonly SavedBench[]): string {
  const figures = benches.flatMap((saved) => saved.figures);
  return withTables(document, PROGRAM, {
    figures: tableOf(figures),
    growth: growthTableOf(figures) || 'Not measured yet.',
    circumstances: circumstances(benches),
  });
}

function circumstances(benches: readonly SavedBench[]): string {
  const rows = benches.map(({ bench, measured }) => [
    bench,
    measured.date.slice(0, 16).replace('T', ' '),
    measured.commit ?? '',
    `${measured.cores} × ${measured.processor}, ${measured.memoryGiB} GiB`,
    `${measured.node} · ${measured.postgres.split(' ')[0] ?? ''}`,
    String(measured.loadBefore),
  ]);
  return markdownTable(
    [['bench', 'measured (UTC)', 'commit', 'machine', 'Node · PostgreSQL', 'load before'], ...rows],
    (column) => column === 5,
  );
}
