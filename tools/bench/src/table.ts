import { type Figure, isMet } from './bench.ts';

const HEAD = ['BENCH', 'WHAT', 'SERVICE', 'DIRECTLY', 'RATIO', 'TARGET', ''];

/** @param judged whether figures are held against their targets */
export function tableOf(figures: readonly Figure[], judged: boolean): string {
  const rows = figures.map((figure) => [
    figure.bench,
    figure.what,
    `${number(figure.service)} ${figure.unit}`,
    figure.against === null ? '' : `${number(figure.against)} ${figure.unit}`,
    figure.ratio === null ? '' : figure.ratio.toFixed(2),
    targetOf(figure),
    judged ? (isMet(figure) ? 'met' : 'MISSED') : '',
  ]);
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const isNumber = (column: number) => column >= 2 && column <= 4;
  return [HEAD, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function targetOf({ target, ratio, unit }: Figure): string {
  const [sign, value] = 'atLeast' in target ? ['≥', target.atLeast] : ['≤', target.atMost];
  return ratio === null ? `${sign} ${value} ${unit}` : `${sign} ${value}`;
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
