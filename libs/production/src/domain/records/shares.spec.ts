import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@furrow/kernel';
import fc from 'fast-check';
import { aDraft, aSharedRecord, sharersOf } from '../../testing/builders.ts';
import { possibleRepeats } from './possible-repeats.ts';
import { partsOf, ProductionRecord } from './record.ts';
import { MAX_SHARES } from './parting.ts';
import { parted, type SentShare, type Sharer } from './shares.ts';

const crew = (...weights: string[]): Sharer[] =>
  sharersOf(...weights.map((weight, index) => ({ id: `w${index}`, name: `Worker ${index}`, weight })));
const unitsOf = (units: string, ...weights: string[]) =>
  parted(units, crew(...weights)).map((part) => part.units);

// A second, plain evaluator: whole fractions of two whole numbers, nothing of `shares.ts`.
type Ratio = readonly [bigint, bigint];
const ratioOf = (text: string): Ratio => {
  const [whole = '0', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals.padEnd(6, '0')), 1_000_000n];
};
const times = (a: Ratio, b: Ratio): Ratio => [a[0] * b[0], a[1] * b[1]];
const over = (a: Ratio, b: Ratio): Ratio => [a[0] * b[1], a[1] * b[0]];
const plus = (a: Ratio, b: Ratio): Ratio =>
  a[1] === b[1] ? [a[0] + b[0], a[1]] : [a[0] * b[1] + b[0] * a[1], a[1] * b[1]];
const compared = (a: Ratio, b: Ratio) => {
  const difference = a[0] * b[1] - b[0] * a[1];
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** Millionths of each worker: truncated first, then one more for whoever lacks most, one after the other. */
function plainlyParted(units: string, sharers: readonly Sharer[]): Map<string, bigint> {
  const total = sharers.map(({ weight }) => ratioOf(weight)).reduce(plus);
  const all = sharers.map(({ workerId, weight }) => {
    const exact = times(over(times(ratioOf(units), ratioOf(weight)), total), [1_000_000n, 1n]);
    return { workerId, weight: ratioOf(weight), exact, given: exact[0] / exact[1] };
  });
  const [whole, parts] = times(ratioOf(units), [1_000_000n, 1n]);
  const lacking = ({ exact, given }: (typeof all)[number]): Ratio => plus(exact, [-given, 1n]);
  while (all.reduce((sum, { given }) => sum + given, 0n) < whole / parts) {
    const [next] = all.toSorted(
      (a, b) =>
        compared(lacking(b), lacking(a)) ||
        compared(b.weight, a.weight) ||
        (a.workerId < b.workerId ? -1 : 1),
    );
    if (next) next.given += 1n;
  }
  return new Map(all.map(({ workerId, given }) => [workerId, given]));
}

const decimal = (most: number) =>
  fc.integer({ min: 1, max: most * 1_000_000 }).map((n) => {
    const digits = String(n).padStart(7, '0');
    return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
  });
const weight = fc.oneof(fc.constantFrom('1', '1', '2', '0.5', '3', '100', '0.000001'), decimal(100));
const anyShared = fc.record({
  units: fc.oneof(fc.constantFrom('1', '0.000001', '10', '1000000'), decimal(1_000)),
  sharers: fc
    .array(weight, { minLength: 2, maxLength: MAX_SHARES })
    .chain((weights) => fc.shuffledSubarray(crew(...weights), { minLength: weights.length })),
});

describe('the parts of a shared record', () => {
  it('are by weight, to 6 decimals; the rest goes to the largest remainders, then to the larger weight and the first worker', () => {
    expect(unitsOf('10', '2', '1', '1')).toEqual(['5', '2.5', '2.5']);
    expect(unitsOf('1', '1', '1', '1')).toEqual(['0.333334', '0.333333', '0.333333']);
    expect(unitsOf('2', '1', '1', '1')).toEqual(['0.666667', '0.666667', '0.666666']);
    // Equal remainders: 0.5 and 1.5 millionths.
    expect(unitsOf('0.000002', '1', '3')).toEqual(['0', '0.000002']);
    expect(unitsOf('389.4', '2', '1', '1', '0.5')).toEqual([
      '173.066667',
      '86.533333',
      '86.533333',
      '43.266667',
    ]);
  });

  it('sum to the units and are those of a second evaluator, in whatever order the shares stand', () => {
    fc.assert(
      fc.property(anyShared, ({ units, sharers }) => {
        const parts = parted(units, sharers);
        expect(parts.map(({ workerId }) => workerId)).toEqual(sharers.map(({ workerId }) => workerId));
        const millionths = new Map(
          parts.map((part) => {
            const [value, parts_] = times(ratioOf(part.units), [1_000_000n, 1n]);
            expect(value % parts_).toBe(0n);
            return [part.workerId, value / parts_];
          }),
        );
        const [whole, one] = times(ratioOf(units), [1_000_000n, 1n]);
        expect([...millionths.values()].reduce((sum, part) => sum + part, 0n)).toBe(whole / one);
        expect(millionths).toEqual(plainlyParted(units, sharers));
        const again = parted(units, sharers.toReversed()).toReversed();
        expect(again).toEqual(parts);
      }),
      { numRuns: 200 },
    );
  });

  it('are refused with a field: too few and too many, weights out of bounds, two of one worker', () => {
    const refused = (...args: Parameters<typeof parted>) => {
      try {
        parted(...args);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const { details } = error as { details?: readonly { readonly field: string }[] };
        return [error.code, details?.[0]?.field ?? error.facts['field']];
      }
      return undefined;
    };
    const many = Array.from({ length: MAX_SHARES + 1 }, () => '1');
    expect(refused('1', crew('1'))).toEqual(['validation_failed', 'shares']);
    expect(refused('1', crew(...many))).toEqual(['validation_failed', 'shares']);
    expect(refused('1', crew(...many.slice(1)))).toBeUndefined();
    for (const wrong of ['0', '-1', '100.000001', '1e9', '0.0000001'])
      expect(refused('1', crew('1', wrong))).toEqual(['validation_failed', 'shares[1].weight']);
    expect(refused('1', crew('100', '0.000001'))).toBeUndefined();
    const [one, two] = crew('1', '1') as [Sharer, Sharer];
    expect(refused('1', [one, two, one])).toEqual(['share_repeated', 'shares[2]']);
  });
});

describe('a shared record', () => {
  const sharers = crew('2', '1', '1');
  const record = aSharedRecord(sharers, { units: '10', clientEventId: 'e1' });

  it('is of no worker, and its parts count for its workers', () => {
    expect(record.state).toMatchObject({ workerId: null, workerName: null, units: '10' });
    expect(partsOf(record.state).map(({ workerId, units }) => [workerId, units])).toEqual([
      ...[
        ['w0', '5'],
        ['w1', '2.5'],
        ['w2', '2.5'],
      ],
    ]);
    expect(partsOf(record.void(null, { recordId: 'v', by: 'u', at: new Date(0) }).state)).toMatchObject([
      { units: '-5' },
      { units: '-2.5' },
      { units: '-2.5' },
    ]);
  });

  it('is repeated by the same shares in any order, also by badges that others have now', () => {
    const { sessionId } = record.state;
    const repeats = (shares: readonly SentShare[] | null, of = record) =>
      of.isRepeatedBy({
        ...aDraft({ sessionId, units: '10', clientEventId: 'e1' }),
        ...{ workerId: null, shares },
      });
    const sent: SentShare[] = sharers.map(({ workerId, weight }) => ({ workerId, badge: null, weight }));
    expect(repeats(sent)).toBe(true);
    expect(repeats(sent.toReversed())).toBe(true);
    expect(repeats(sent.map((share) => ({ ...share, weight: `${share.weight}.0` })))).toBe(true);
    const [first, second, third] = sent as [SentShare, SentShare, SentShare];
    expect(repeats(null)).toBe(false);
    expect(repeats([first, second])).toBe(false);
    expect(repeats([first, second, second])).toBe(false);
    expect(repeats([first, second, third, third])).toBe(false);
    expect(repeats([{ ...first, weight: '1' }, second, { ...third, weight: '2' }])).toBe(false);
    expect(repeats([first, second, { ...third, workerId: 'w9' }])).toBe(false);
    const byBadge = aSharedRecord([{ ...sharers[0]!, badge: '7' }, sharers[1]!], {
      ...{ sessionId, units: '10', clientEventId: 'e1' },
    });
    expect(repeats([{ workerId: 'somebody else', badge: '7', weight: '2' }, second], byBadge)).toBe(true);
    expect(repeats([first, second], byBadge)).toBe(true);
    expect(repeats([{ workerId: 'w0', badge: '8', weight: '2' }, second], byBadge)).toBe(false);
  });

  it('may be a repeat of another one of any of its workers', () => {
    const at = (seconds: number) => new Date(1_000 * seconds);
    const shared = (index: number, seconds: number, weights: Sharer[]) =>
      aSharedRecord(weights, { clientEventId: `${index}`, recordedAt: at(seconds) }).state;
    const single = ProductionRecord.add(
      aDraft({ workerId: 'w2', recordedAt: at(31) }),
      { worker: 'x', quality: null },
      { recordId: 'single', by: 'u', at: at(31) },
    ).state;
    const [near, far] = [shared(1, 30, sharers), shared(2, 32, sharers.slice(0, 2))];
    expect(possibleRepeats([near, single], 2)).toEqual(new Set([near.recordId, 'single']));
    expect(possibleRepeats([far, single], 2)).toEqual(new Set());
    expect(possibleRepeats([near, far], 2)).toEqual(new Set([near.recordId, far.recordId]));
  });
});
