import { isMet } from '../bench.ts';
import type { SavedBench } from './machine.ts';
import { cellsOf, growthCells } from './table.ts';

const BEGIN = (name: string) => `<!-- ${name}: written by npm run bench -- --save -->`;
const END = (name: string) => `<!-- end of ${name} -->`;

/** Replaces the tables of a document, each between two comments that name it. */
export function withTables(document: string, benches: readonly SavedBench[]): string {
  const tables = {
    figures: figures(benches),
    growth: growth(benches),
    circumstances: circumstances(benches),
  };
  return Object.entries(tables).reduce((text, [name, table]) => {
    const [begin, end] = [text.indexOf(BEGIN(name)), text.indexOf(END(name))];
    if (begin === -1 || end < begin) return text;
    return `${text.slice(0, begin)}${BEGIN(name)}\n\n${table}\n\n${text.slice(end)}`;
  }, document);
}

function figures(benches: readonly SavedBench[]): string {
  const rows = benches.flatMap((saved) =>
    saved.figures.map((figure) => {
      const [service, against, ratio, goal] = cellsOf(figure);
      return [saved.bench, figure.what, service, against, ratio, goal, isMet(figure) ? '✓' : '✗ missed'];
    }),
  );
  return markdown([['bench', 'figure', 'Furrow', 'comparison', 'ratio', 'goal', ''], ...rows], [2, 3, 4]);
}

function growth(benches: readonly SavedBench[]): string {
  const cells = growthCells(benches.flatMap((saved) => saved.figures));
  const numbers = (cells[0] ?? []).map((_, column) => column).slice(1);
  return cells.length === 0 ? 'Not measured yet.' : markdown(cells, numbers);
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
  return markdown(
    [['bench', 'measured (UTC)', 'commit', 'machine', 'Node · PostgreSQL', 'load before'], ...rows],
    [5],
  );
}

/** Pads the cells, so that the formatter leaves the table unchanged. */
function markdown(table: readonly (readonly string[])[], numbers: readonly number[]): string {
  const columns = table[0] ?? [];
  const widths = columns.map((_, c) => Math.max(3, ...table.map((row) => row[c]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, c) => (numbers.includes(c) ? cell.padStart(widths[c] ?? 0) : cell.padEnd(widths[c] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, c) => (numbers.includes(c) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  const [head = [], ...rows] = table;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
