import { markdownTable, withTables } from '@furrow/program';
import { isMet } from '../bench.ts';
import type { SavedBench } from './machine.ts';
import { cellsOf, growthCells } from './table.ts';

const PROGRAM = 'npm run bench -- --save';

/** Replaces the tables of a document, each between two comments that name it. */
export function withFigures(document: string, benches: readonly SavedBench[]): string {
  return withTables(document, PROGRAM, {
    figures: figures(benches),
    growth: growth(benches),
    circumstances: circumstances(benches),
  });
}

function figures(benches: readonly SavedBench[]): string {
  const rows = benches.flatMap((saved) =>
    saved.figures.map((figure) => {
      const [service, against, ratio, goal] = cellsOf(figure);
      return [saved.bench, figure.what, service, against, ratio, goal, isMet(figure) ? '✓' : '✗ missed'];
    }),
  );
  return markdownTable(
    [['bench', 'figure', 'Furrow', 'comparison', 'ratio', 'goal', ''], ...rows],
    (column) => column >= 2 && column <= 4,
  );
}

function growth(benches: readonly SavedBench[]): string {
  const cells = growthCells(benches.flatMap((saved) => saved.figures));
  return cells.length === 0 ? 'Not measured yet.' : markdownTable(cells, (column) => column >= 1);
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
