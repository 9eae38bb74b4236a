import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { heatIndex } from './heat-index.ts';
import { thresholdsOf } from './indicator.ts';

const celsius = (fahrenheit: number) => (fahrenheit - 32) / 1.8;

describe('the heat index', () => {
  // The chart of the National Weather Service, in whole °F.
  it.each([
    [80, 40, 80],
    [86, 90, 105],
    [90, 70, 106],
    [96, 50, 108],
    [100, 40, 109],
    [110, 40, 136],
  ])('of %i °F and %i %% is %i °F', (fahrenheit, hr, expected) => {
    expect(heatIndex(celsius(fahrenheit), hr) * 1.8 + 32).toBeCloseTo(expected, -0.3);
  });

  // FedericoTartarini/validation-data-comfort-models, ts_heat_index.json. Its other point, 25 °C and 50 %, is of the
  // regression alone, which the National Weather Service does not use in such mild air.
  it('of 30 °C and 80 % is 37.7 °C', () => {
    expect(heatIndex(30, 80)).toBeCloseTo(37.7, 1);
  });

  it('is close to the temperature in mild air, by the simple formula', () => {
    expect(heatIndex(25, 50)).toBeCloseTo(celsius((77 + 61 + 9 * 1.2 + 50 * 0.094) / 2), 9);
    expect(heatIndex(0, 50)).toBeGreaterThan(-4);
  });

  it('is lower in very dry air and higher in saturated warm air than by the regression alone', () => {
    // 95 °F and 5 %: 90.177 by the regression, less (13 − 5) / 4.
    expect(heatIndex(35, 5)).toBeCloseTo(celsius(90.1768 - 2), 3);
    // 84 °F and 100 %: 102.66 by the regression, and 1.5 × 0.6 more.
    expect(heatIndex(celsius(84), 100)).toBeCloseTo(celsius(102.66 + 0.9), 2);
  });

  it('is a number for all that a station may send', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 60, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (te, hr) => {
          expect(Number.isFinite(heatIndex(te, hr))).toBe(true);
        },
      ),
    );
  });
});

it.each([
  [26.6, undefined, false],
  [26.7, 'caution', false],
  [32.2, 'caution', false],
  [32.3, 'extreme-caution', true],
  [39.4, 'extreme-caution', true],
  [39.5, 'danger', true],
  [51.6, 'danger', true],
  [51.7, 'extreme-danger', true],
])('a heat index of %d °C is called %s (warning: %s)', (index, name, warns) => {
  const reached = thresholdsOf('heat-index')?.findLast(({ value }) => index >= value);
  expect([reached?.name, reached?.warns ?? false]).toEqual([name, warns]);
});

it('the others have none', () => {
  expect(thresholdsOf('powdery-mildew')).toEqual([{ name: 'shortest-interval', value: 60, warns: true }]);
  expect(thresholdsOf('degree-days')).toBeUndefined();
});
