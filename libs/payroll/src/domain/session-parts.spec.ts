import { describe, expect, it } from '@jest/globals';
import { Decimal } from '@furrow/kernel';
import fc from 'fast-check';
import { aSession, work } from '../testing/builders.ts';
import { Fraction } from './money/fraction.ts';
import { roundedTogether } from './money/largest-remainder.ts';
import { partsOf, pickedIn } from './session-parts.ts';

const summaryOf = (parts: ReturnType<typeof partsOf>) =>
  parts.map(({ kind, work: { workerId }, amount }) => [workerId, kind, amount.toText(2)]);

describe('the parts of a session', () => {
  it('give the remaining cent to the largest remainder, then to the larger part, then to the first worker', () => {
    const session = aSession('2026-01-12', {
      pricePerUnit: '0.335',
      work: [work('cid', '1'), work('ana', '1'), work('ben', '3')],
    });
    expect(summaryOf(partsOf(session, pickedIn(session), 'equal', 2))).toEqual([
      ['ana', 'piece', '0.34'],
      ['ben', 'piece', '1.01'],
      ['cid', 'piece', '0.33'],
    ]);
  });

  it('divide a fixed bonus equally or by units', () => {
    const session = aSession('2026-01-12', {
      bonus: { type: 'fixed', value: '10' },
      work: [work('ana', '1'), work('ben', '3'), work('cid', '0')],
    });
    const bonuses = (fixedBonus: 'equal' | 'by_units') =>
      summaryOf(partsOf(session, pickedIn(session), fixedBonus, 2)).filter(([, kind]) => kind === 'bonus');
    expect(bonuses('equal')).toEqual([...[['ana', 'bonus', '5']], ...[['ben', 'bonus', '5']]]);
    expect(bonuses('by_units')).toEqual([...[['ana', 'bonus', '2.5']], ...[['ben', 'bonus', '7.5']]]);
  });

  it('are empty without a price', () => {
    const session = aSession('2026-01-12', { pricePerUnit: null });
    expect(partsOf(session, pickedIn(session), 'equal', 2)).toEqual([]);
  });

  it('sum to units × price plus the bonus, rounded once, for any units', () => {
    const decimal = (max: number, decimals: number) =>
      fc
        .integer({ min: 1, max: max * 10 ** decimals })
        .map((n) => new Decimal(n).div(10 ** decimals).toFixed());
    const bonus = fc.option(
      fc.record({ type: fc.constantFrom('fixed', 'per_unit', 'percent'), value: decimal(50, 3) } as const),
    );
    fc.assert(
      fc.property(
        fc.array(decimal(500, 3), { minLength: 1, maxLength: 8 }),
        decimal(20, 4),
        bonus,
        fc.constantFrom('equal', 'by_units'),
        (units, pricePerUnit, given, fixedBonus) => {
          const session = aSession('2026-01-12', {
            ...{ pricePerUnit, bonus: given as never },
            work: units.map((each, at) => work(`worker-${at}`, each)),
          });
          const parts = partsOf(session, pickedIn(session), fixedBonus, 2);
          const all = units.reduce((sum, each) => sum.plus(each), new Decimal(0));
          const wage = all.times(pricePerUnit);
          const extra = { fixed: '1', per_unit: all, percent: wage.div(100) }[given?.type ?? 'fixed'];
          const amount = wage.plus(given ? new Decimal(given.value).times(extra) : 0).round(2, 1);
          expect(Fraction.sum(parts.map((part) => part.amount)).toText(2)).toBe(amount.toFixed());
          for (const part of parts)
            expect(Math.abs(part.amount.minus(part.exact).toNumber(9))).toBeLessThan(0.01);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('fractions', () => {
  it('round half away from zero, and recognise exact decimals', () => {
    const rounded = (text: string) => Fraction.of(text).toText(2);
    expect(['0.005', '-0.005', '1.004999', '12.30', '-7'].map(rounded)).toEqual([
      '0.01',
      '-0.01',
      '1',
      '12.3',
      '-7',
    ]);
    expect(Fraction.ratio(1n, 3n).toText(6)).toBe('0.333333');
    expect(() => Fraction.of('1e3')).toThrow(RangeError);
  });

  it('that are rounded together lose and gain no cent', () => {
    const third = Fraction.ratio(1n, 3n);
    expect(roundedTogether([third, third, third], 2)).toEqual([34n, 33n, 33n]);
    expect(roundedTogether([], 2)).toEqual([]);
  });
});
