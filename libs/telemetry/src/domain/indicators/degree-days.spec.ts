import { describe, expect, it } from '@jest/globals';
import { DEGREE_DAY_CUTOFFS, DEGREE_DAY_METHODS, degreeDays, type DegreeDayMethod } from './degree-days.ts';

/**
 * Days of 2020 at Esparto.A, °F, with 50 and 70 °F as thresholds: lowest, highest, the next day's lowest, and UC IPM's
 * results. UCANR-IGIS/degree-day-challenge, data/ucipm_results/ucipm_low50_high70_all.csv, the rows of these dates;
 * all 366 of them agree to 0.0055 but the last, whose next day is not there. Results by method (single sine, double
 * sine, single triangle, double triangle), of each horizontal, vertical, intermediate.
 */
const PUBLISHED: readonly (readonly [date: string, days: readonly number[], results: readonly number[]])[] = [
  ['1/1', [38, 55, 36], [1.19, 1.19, 1.19, 1.15, 1.15, 1.15, 0.74, 0.74, 0.74, 0.7, 0.7, 0.7]],
  ['2/24', [38, 75, 47], [8.72, 3.92, 7.92, 9.61, 4.44, 8.76, 8.11, 5.41, 7.77, 9.41, 6.27, 9.02]],
  ['4/12', [47, 75, 48], [10.51, 4.95, 9.59, 10.65, 5.05, 9.73, 10.71, 7.14, 10.27, 10.91, 7.28, 10.46]],
  ['6/15', [65, 85, 60], [18.91, 5.58, 12.82, 18.05, 5.74, 12.35, 19.38, 4.38, 13.75, 18.69, 5.19, 13.63]],
  ['7/11', [59, 103, 59], [17.6, 4.27, 4.27, 17.6, 4.27, 4.27, 18.63, 3.63, 6.25, 18.63, 3.63, 6.25]],
  ['8/15', [68, 107, 60], [19.81, 2.72, 2.72, 18.9, 3.41, 3.41, 19.95, 0.97, 2.4, 19.44, 2.08, 3.38]],
  ['9/6', [67, 105, 58], [19.64, 3.27, 3.28, 18.5, 3.68, 3.68, 19.88, 1.46, 3.76, 19.17, 2.52, 4.6]],
  ['9/22', [60, 90, 55], [17.46, 5.29, 9.92, 16.54, 5, 9.33, 18.33, 5, 11.67, 17.56, 5.18, 11.37]],
  ['11/21', [42, 63, 31], [4.69, 4.69, 4.69, 4.19, 4.19, 4.19, 4.02, 4.02, 4.02, 3.33, 3.33, 3.33]],
];
const METHODS = ['single-sine', 'double-sine', 'single-triangle', 'double-triangle'] as const;
const CUTOFFS = ['horizontal', 'vertical', 'intermediate'] as const;

describe('degree-days', () => {
  it.each(PUBLISHED)(
    'on %s equal the figures published by UC IPM, by every method and cut-off',
    (_, days, results) => {
      const [min, max, nextMin] = days as [number, number, number];
      const found = METHODS.flatMap((method) =>
        CUTOFFS.map((cutoff) => degreeDays({ min, max, nextMin }, { base: 50, upper: 70, method, cutoff })),
      );
      for (const [index, published] of results.entries())
        expect(Math.abs(found[index]! - published)).toBeLessThanOrEqual(0.0055);
    },
  );

  it('by the average are the mean above the base', () => {
    const average = (min: number, max: number, cutoff: (typeof CUTOFFS)[number] = 'horizontal') =>
      degreeDays({ min, max, nextMin: null }, { base: 10, upper: 30, method: 'average', cutoff });
    expect([average(8, 20), average(2, 12), average(28, 40)]).toEqual([4, 0, 20]);
    expect([average(28, 40, 'intermediate'), average(28, 40, 'vertical')]).toEqual([16, 0]);
  });

  it('have no value if a double method does not know the next day', () => {
    const of = (method: DegreeDayMethod) =>
      degreeDays({ min: 5, max: 20, nextMin: null }, { base: 10, upper: null, method, cutoff: 'horizontal' });
    expect(DEGREE_DAY_METHODS.filter((method) => of(method) === null)).toEqual([
      'double-sine',
      'double-triangle',
    ]);
  });

  it('are 0 below the base, and for a constant day what is above it', () => {
    for (const method of DEGREE_DAY_METHODS)
      for (const cutoff of DEGREE_DAY_CUTOFFS) {
        const of = (min: number, max: number, upper: number | null) =>
          degreeDays({ min, max, nextMin: min }, { base: 10, upper, method, cutoff });
        expect([of(2, 10, null), of(12, 12, null), of(12, 12, 30)]).toEqual([0, 2, 2]);
      }
  });
});
