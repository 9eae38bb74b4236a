import { markdownTable } from '@furrow/program';
import { type Figure, isMet } from '../bench.ts';

/** The figures with their goals. @param judged whether to compare them */
export function tableOf(figures: readonly Figure[], judged = true): string {
  const rows = figures.map((figure) => {
    const verdict = isMet(figure) ? '✓' : '✗ missed';
    return [figure.bench, figure.what, ...cellsOf(figure), judged ? verdict : ''];
  });
  return markdownTable(
    [['bench', 'figure', 'Furrow', 'comparison', 'ratio', 'goal', ''], ...rows],
    (column) => column >= 2 && column <= 4,
  );
}

/** The cost at each size of the figures that were taken at several, and their slope; empty where there are none. */
export function growthTableOf(figures: readonly Figure[]): string {
  const grown = figures.flatMap(({ what, unit, growth }) => (growth ? [{ what, unit, ...growth }] : []));
  if (!grown[0]) return '';
  const sizes = grown[0].points.map(({ rows }) => `${rows.toLocaleString('en')} rows`);
  const rows = grown.map(({ what, unit, points, slope }) => [
    what,
    ...points.map(({ service }) => `${number(service)} ${unit}`),
    slope.toFixed(3),
  ]);
  return markdownTable([['GROWTH', ...sizes, 'SLOPE'], ...rows], (column) => column >= 1);
}

/** The cells for readers: the service's median, the baseline's, their ratio and the goal. */
export function cellsOf({ service, against, ratio, unit, target }: Figure): [string, string, string, string] {
  const [sign, goal] = 'atLeast' in target ? ['≥', target.atLeast] : ['≤', target.atMost];
  return [
    `${number(service)} ${unit}`,
    against === null ? '' : `${number(against)} ${unit}`,
    ratio === null ? '' : ratio.toFixed(2),
    ratio === null ? `${sign} ${goal.toLocaleString('en')} ${unit}` : `${sign} ${goal}`,
  ];
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
