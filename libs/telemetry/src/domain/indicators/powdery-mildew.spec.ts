import { describe, expect, it } from '@jest/globals';
import { dailyLightIntegral } from './daily-light-integral.ts';
import { favourableHours, POWDERY_MILDEW, PowderyMildewIndex } from './powdery-mildew.ts';

const GOOD = { favourableHours: 6, lethalMinutes: 0 };
const COLD = { favourableHours: 5, lethalMinutes: 0 };
const SCORCHED = { favourableHours: 3, lethalMinutes: 15 };
const MIXED = { favourableHours: 6, lethalMinutes: 15 };
const days = (...all: readonly (typeof GOOD)[]) => {
  const index = new PowderyMildewIndex();
  return all.map((day) => index.after(day));
};

describe('the powdery mildew index', () => {
  it('starts with three favourable days in a row, and from 0 if one is missing', () => {
    expect(days(GOOD, GOOD, GOOD)).toEqual([20, 40, 60]);
    expect(days(GOOD, GOOD, COLD, GOOD, GOOD, GOOD)).toEqual([20, 40, 0, 20, 40, 60]);
  });

  it('then gains 20, loses 10, and gains 10 for both, by the rules of UC IPM', () => {
    expect(days(GOOD, GOOD, GOOD, GOOD, COLD, MIXED, SCORCHED).slice(3)).toEqual([80, 70, 80, 70]);
  });

  it('stays within 0 and 100, and does not start again', () => {
    expect(days(...Array<typeof GOOD>(6).fill(GOOD)).at(-1)).toBe(100);
    const sunk = days(GOOD, GOOD, GOOD, ...Array<typeof GOOD>(7).fill(SCORCHED), GOOD);
    expect(sunk.slice(-2)).toEqual([0, 20]);
  });

  it('stays the same over a day without data, which ends a start', () => {
    const index = new PowderyMildewIndex();
    const go = (...all: readonly (typeof GOOD | 'unknown')[]) =>
      all.map((day) => (day === 'unknown' ? index.skip() : index.after(day)));
    expect(go(GOOD, GOOD, 'unknown', GOOD, GOOD, GOOD)).toEqual([20, 40, undefined, 20, 40, 60]);
    expect(go('unknown', GOOD, 'unknown', COLD)).toEqual([undefined, 80, undefined, 70]);
  });

  it('counts consecutive hours, with both ends of the range, and none over a gap', () => {
    const { from, to } = POWDERY_MILDEW.favourable;
    expect([from.toFixed(2), to.toFixed(2)]).toEqual(['21.11', '29.44']);
    expect(favourableHours([20, from, to, 25, null, 25, 25, 30, 25])).toBe(3);
    expect(favourableHours([])).toBe(0);
  });
});

describe('the daily light integral', () => {
  it('is the photons of all hours: 12 hours of 500 µmol/m²/s are 21.6 mol/m²', () => {
    expect(dailyLightIntegral(Array<number>(12).fill(500))).toBeCloseTo(21.6, 9);
  });
});
