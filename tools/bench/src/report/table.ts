import { aligned } from '@furrow/program';
import { type Figure, isMet } from '../bench.ts';

const HEAD = ['BENCH', 'WHAT', 'FURROW', 'BESIDE IT', 'RATIO', 'GOAL', ''];

/** @param judged whether to compare the figures with their goals */
export function tableOf(figures: readonly Figure[], judged: boolean): string {
  const rows = figures.map((figure) => [
    figure.bench,
    figure.what,
    ...cellsOf(figure),
    judged ? (isMet(figure) ? 'met' : 'MISSED') : '',
  ]);
  return aligned([HEAD, ...rows], (column) => column >= 2 && column <= 4);
}

/** The figures taken at several sizes; empty where there are none. */
export function growthTableOf(figures: readonly Figure[]): string {
  return aligned(growthCells(figures), (column) => column >= 1);
}

/**
 * A header, and for each figure a row with its cost at each size and its slope; empty where there are no such figures.
 */
export function growthCells(figures: readonly Figure[]): string[][] {
  const grown = figures.flatMap(({ what, unit, growth }) => (growth ? [{ what, unit, ...growth }] : []));
  if (!grown[0]) return [];
  const sizes = grown[0].points.map(({ rows }) => `${rows.toLocaleString('en')} rows`);
  const rows = grown.map(({ what, unit, points, slope }) => [
    what,
    ...points.map(({ service }) => `${number(service)} ${unit}`),
    slope.toFixed(3),
  ]);
  return [['GROWTH', ...sizes, 'SLOPE'], ...rows];
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
