import { describe, expect, it } from '@jest/globals';
import { Decimal } from '@furrow/kernel';
import fc from 'fast-check';
import { incidenceOf, isAboveThreshold, severityOf } from './infestation.ts';

const sum = (total: string, count: number) => ({ total: new Decimal(total), count });

describe('incidence', () => {
  it.each([
    [0, 0, 0],
    [7, 0, 0],
    [7, 7, 100],
    [3, 2, 66.67],
    [3, 1, 33.33],
    [8, 1, 12.5],
    [800, 1, 0.13], // 0.125 exactly: half goes up
    [1_600, 1, 0.06], // 0.0625
    [16_000, 15_999, 99.99], // 99.99375
    [40_000, 39_999, 100], // 99.9975
  ])('of %i assessed, %i affected, is %d', (assessed, affected, incidence) => {
    expect(incidenceOf({ assessed, affected })).toBe(incidence);
  });

  it('is exact to two decimals, half up, for any counts', () => {
    const counts = fc
      .nat(1_000_000_000)
      .chain((assessed) => fc.tuple(fc.constant(assessed + 1), fc.nat(assessed + 1)));
    fc.assert(
      fc.property(counts, ([assessed, affected]) => {
        const [n, k] = [BigInt(assessed), BigInt(affected)];
        const hundredths = (20_000n * k + n) / (2n * n);
        expect(incidenceOf({ assessed, affected })).toBe(Number(hundredths) / 100);
      }),
    );
  });
});

describe('severity', () => {
  it.each([
    ['0', 0, 0],
    ['0', 3, 0],
    ['100', 1, 100],
    ['47.5', 2, 23.75],
    ['100', 3, 33.33],
    ['200', 3, 66.67],
    ['0.03', 2, 0.02], // 0.015 exactly: half goes up
    ['0.3', 20, 0.02],
    ['0.029999999999999999999', 2, 0.01], // rounded once: never first to 0.015
    ['30.075', 15, 2.01], // 2.005, which no binary fraction is
  ])('of %s over %i is %d', (total, count, severity) => {
    expect(severityOf(sum(total, count))).toBe(severity);
  });
});

describe('the action threshold', () => {
  it.each([
    ['15', 3, '5', true],
    ['14.99', 3, '5', false],
    ['0.3', 3, '0.1', true],
    ['1', 3, '0.3333333333333333', true],
    ['1', 3, '0.3333333333333334', false],
    ['0', 0, '0', false],
    ['0', 2, '0', true],
    ['3', 10, '0.3', true], // of values that are 0 or 1 it is the share of affected
  ])('of values that sum to %s over %i, against %s: %s', (total, count, threshold, above) => {
    expect(isAboveThreshold(sum(total, count), new Decimal(threshold))).toBe(above);
  });
});
