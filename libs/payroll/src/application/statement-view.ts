import { MAX_CURRENCY_DECIMALS } from '@furrow/kernel';
import { Fraction, type Statement, type LineView, type StatementView } from '../domain/index.ts';

/** A statement as it is answered and stored. */
export function statementView(
  workerId: string,
  statement: Statement | undefined,
  adjustments: readonly LineView[],
  worker: { readonly code: string; readonly name: string } | undefined,
  group: string | null,
): StatementView {
  const lines = [...(statement ? linesOf(statement) : []), ...adjustments];
  const owed = statement?.gross ?? Fraction.ZERO;
  const hours = (kind: keyof Statement['hours']) => statement?.hours[kind].toNumber(6) ?? 0;
  return {
    ...{ workerId, worker_id: worker?.code ?? '', worker_name: worker?.name ?? '' },
    ...(group !== null && { group }),
    lines,
    hours: {
      ...{ piece: hours('piece'), hourly: hours('hourly'), nonproductive: hours('nonproductive') },
      ...{ rest: hours('rest'), total: hours('total'), overtime: hours('overtime') },
    },
    units: statement?.units.toNumber(6) ?? 0,
    regularRate: statement?.regularRate?.toNumber(6) ?? null,
    gross: owed.plus(exactSumOf(adjustments)).toNumber(MAX_CURRENCY_DECIMALS),
  };
}

export const adjustment = (payRunId: string, amount: Fraction): LineView => ({
  ...{ kind: 'adjustment', day: null, sessionId: null, shiftId: null },
  ...{ quantity: null, unit: null, rate: null, amount: amount.toNumber(MAX_CURRENCY_DECIMALS), payRunId },
});

const linesOf = ({ lines }: Statement): LineView[] =>
  lines.map(({ quantity, rate, amount, shared, ...line }) => ({
    ...line,
    quantity: quantity?.toNumber(6) ?? null,
    rate: rate?.toNumber(6) ?? null,
    amount: amount.toNumber(MAX_CURRENCY_DECIMALS),
    payRunId: null,
    ...(shared && { shared: shared.toNumber(6) }),
  }));

/** Amounts have at most the decimals of any currency. */
const exactSumOf = (lines: readonly LineView[]): Fraction =>
  Fraction.sum(lines.map(({ amount }) => Fraction.of(amount.toFixed(MAX_CURRENCY_DECIMALS))));

/** What a statement pays for the days of its own run. */
export const paidIn = ({ lines }: StatementView): number =>
  exactSumOf(lines.filter(({ payRunId }) => payRunId === null)).toNumber(MAX_CURRENCY_DECIMALS);

/** What it pays for the days of other runs, by run. */
export function correctionsIn({ lines }: StatementView): Record<string, number> | null {
  const corrections: Record<string, number> = {};
  for (const { payRunId, amount } of lines) if (payRunId !== null) corrections[payRunId] = amount;
  return Object.keys(corrections).length === 0 ? null : corrections;
}
