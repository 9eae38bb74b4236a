import type { PayStatement } from '../../api/types.ts';

export type Kind = PayStatement['lines'][number]['kind'];

/** The kinds of pay, in the order of the calculation. */
export const KINDS: readonly Kind[] = [
  ...(['piece', 'bonus', 'tier', 'hourly', 'nonproductive', 'rest', 'top_up'] as const),
  ...(['overtime', 'manual', 'adjustment'] as const),
];

/** No currency has more decimals than four, so that sums of such parts are exact. */
const PARTS = 10_000;

/** The sum of one kind, exact in the decimals of any currency. */
export const sumOf = ({ lines }: Pick<PayStatement, 'lines'>, kind: Kind): number =>
  lines.reduce((parts, line) => (line.kind === kind ? parts + Math.round(line.amount * PARTS) : parts), 0) /
  PARTS;

/** The kinds of pay that occur, in the order of the calculation. */
export const kindsIn = (statements: readonly Pick<PayStatement, 'lines'>[]): Kind[] =>
  KINDS.filter((kind) => statements.some(({ lines }) => lines.some((line) => line.kind === kind)));
