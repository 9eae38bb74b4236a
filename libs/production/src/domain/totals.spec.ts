import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Bonus, BONUS_TYPES, bonusOf } from './bonus.ts';
import { amountOf } from './totals.ts';

const bonus = (type: Bonus['type'], value: number): Bonus => ({ type, value, note: null });

describe('the amount of a session', () => {
  it.each<[string, string | null, Bonus | null, string | null]>([
    ['0', '120', null, '0'],
    ['10', null, null, null],
    ['10', null, bonus('fixed', 50), null],
    ['10', '0', null, '0'],
    ['2.5', '120', null, '300'],
    // In binary floating point these are 1.00, 0.30000000000000004 × 3 and 1.00 again.
    ['1.005', '1', null, '1.01'],
    ['0.3', '3', null, '0.9'],
    ['1', '1.005', null, '1.01'],
    ['1.004999', '1', null, '1'],
    ['0.1', '0.05', null, '0.01'],
    ['1.1', '1.15', null, '1.27'],
    ['999999999.999999', '1000000000', null, '999999999999999000'],
    // Once per session, also when nothing was picked.
    ['0', '120', bonus('fixed', 50), '50'],
    ['10', '0.1', bonus('fixed', 0.2), '1.2'],
    ['0', '0', bonus('fixed', 1.005), '1.01'],
    ['3', '100', bonus('per_unit', 0.1), '300.3'],
    ['0.1', '0', bonus('per_unit', 0.2), '0.02'],
    ['200', '1', bonus('percent', 7.5), '215'],
    ['1', '0.67', bonus('percent', 0.75), '0.68'],
    ['0', '120', bonus('percent', 10), '0'],
    ['10', '120', bonus('fixed', 0), '1200'],
  ])('for %s units at %s with %j is %s', (units, price, extra, amount) => {
    expect(amountOf(units, price, extra, 2)).toBe(amount);
  });

  it.each([
    [0, '34'],
    [2, '33.54'],
    [3, '33.545'],
    [4, '33.5445'],
  ])('has the %d decimals of its currency', (decimals, amount) => {
    expect(amountOf('10', '3.35445', null, decimals)).toBe(amount);
  });

  it('is rounded once, at the end', () => {
    expect(amountOf('1', '0.004', bonus('fixed', 0.004), 2)).toBe('0.01');
  });

  it('equals integer arithmetic, half up, for any units, price and bonus', () => {
    const millionths = fc.bigInt({ min: 0n, max: 10_000_000_000_000n });
    const tenThousandths = fc.bigInt({ min: 0n, max: 100_000_000n });
    const type = fc.option(fc.constantFrom(...BONUS_TYPES));
    fc.assert(
      fc.property(millionths, tenThousandths, type, tenThousandths, (units, price, type, value) => {
        const extra = type === null ? null : bonus(type, Number(decimal(value, 4)));
        const scale = 10n ** 16n; // units 6, price 4, value 4 and percent 2 decimals
        const wage = units * price * 10n ** 6n;
        const more = {
          none: 0n,
          fixed: value * 10n ** 12n,
          per_unit: value * units * 10n ** 6n,
          percent: units * price * value,
        }[type ?? 'none'];
        const cents = ((wage + more) * 200n + scale) / (2n * scale);
        expect(amountOf(decimal(units, 6), decimal(price, 4), extra, 2)).toBe(trimmed(decimal(cents, 2)));
      }),
    );
  });
});

describe('a bonus', () => {
  it('has a type, a value and optionally a note', () => {
    expect(bonusOf({ type: 'percent', value: 5 })).toEqual({ type: 'percent', value: 5, note: null });
    expect(bonusOf({ type: 'fixed', value: 0, note: 'rain' })).toEqual({
      type: 'fixed',
      value: 0,
      note: 'rain',
    });
  });

  it.each([
    ['bonus.type', { type: 'sometimes', value: 1 }],
    ['bonus.value', { type: 'fixed', value: -0.01 }],
    ['bonus.value', { type: 'fixed', value: Number.NaN }],
    ['bonus.value', { type: 'fixed', value: Number.POSITIVE_INFINITY }],
  ])('is refused for its %s: %j', (field, input) => {
    expect(() => bonusOf(input)).toThrow(
      expect.objectContaining({ code: 'validation_failed', details: [expect.objectContaining({ field })] }),
    );
  });
});

function decimal(scaled: bigint, decimals: number): string {
  const digits = String(scaled).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function trimmed(text: string): string {
  return text.replace(/\.?0+$/, '');
}
