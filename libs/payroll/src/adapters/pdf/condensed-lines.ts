import { MAX_CURRENCY_DECIMALS } from '@furrow/kernel';
import { type CountedContainer, Fraction, type LineView } from '../../domain/index.ts';

/** Several lines as one: members in which they differ are null. */
export interface CondensedLine extends Pick<LineView, 'kind' | 'day' | 'unit' | 'rate' | 'payRunId'> {
  readonly quantity: number | null;
  readonly amount: number;
  /** Units of shared records. */
  readonly shared?: number;
  readonly count: number;
  readonly containers?: readonly CountedContainer[];
}

type Key = (line: LineView) => unknown[];

/** From fine to coarse; all but the last keep the corrected runs apart. */
const STEPS: readonly Key[] = [
  ({ kind, day, payRunId, unit, rate }) => [kind, day, payRunId, unit, rate],
  ({ kind, day, payRunId }) => [kind, day, payRunId],
  ({ kind, payRunId, unit, rate }) => [kind, payRunId, unit, rate],
  ({ kind }) => [kind],
];

/**
 * At most so many lines of a statement: as they are, or combined by kind and day, or by kind. Kinds keep their order,
 * and every sum is exact.
 * @param most at least the number of kinds
 */
export function condensed(lines: readonly LineView[], most: number): CondensedLine[] {
  if (lines.length <= most) return lines.map((line) => ({ ...line, count: 1 }));
  const steps = STEPS.map((keyOf) => summed(lines, keyOf));
  return steps.find((step) => step.length <= most) ?? steps.at(-1) ?? [];
}

function summed(lines: readonly LineView[], keyOf: Key): CondensedLine[] {
  const groups = Map.groupBy(lines, (line) => JSON.stringify(keyOf(line)));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const alike = <K extends keyof LineView>(name: K) =>
      group.every((line) => line[name] === first[name]) ? first[name] : null;
    const unit = alike('unit');
    const shared = sum(
      group.map((line) => line.shared ?? 0),
      6,
    );
    return [
      {
        ...{ kind: first.kind, day: alike('day'), unit, rate: alike('rate'), payRunId: alike('payRunId') },
        quantity:
          unit === null
            ? null
            : sum(
                group.map(({ quantity }) => quantity ?? 0),
                6,
              ),
        amount: sum(
          group.map(({ amount }) => amount),
          MAX_CURRENCY_DECIMALS,
        ),
        count: group.length,
        containers: summedContainers(group),
        ...(unit !== null && shared !== 0 && { shared }),
      },
    ];
  });
}

function summedContainers(lines: readonly LineView[]): CountedContainer[] {
  const byName = Map.groupBy(
    lines.flatMap(({ containers }) => containers ?? []),
    ({ name }) => name,
  );
  return [...byName].map(([name, each]) => ({
    name,
    count: each.reduce((all, { count }) => all + count, 0),
  }));
}

const sum = (values: readonly number[], decimals: number): number =>
  Fraction.sum(values.map((value) => Fraction.of(value.toFixed(decimals)))).toNumber(decimals);
