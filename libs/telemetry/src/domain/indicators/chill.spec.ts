import { describe, expect, it } from '@jest/globals';
import { ChillPortions, DYNAMIC_MODEL, isChillingHour, utahUnits } from './chill.ts';

const sumOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);
/** So many hours of days between 0 and 12 °C, 6 °C at midnight, rounded to a tenth. */
const mildDays = (hours: number) =>
  Array.from({ length: hours }, (_, hour) => Math.round(60 + 60 * Math.sin((Math.PI * hour) / 12)) / 10);

describe('chill portions', () => {
  // What `Dynamic_Model` of chillR (R/temp_models.R) makes of the same hours.
  it.each([
    [240, 6.417494],
    [480, 13.213647],
    [719, 19.954329],
  ])('of %i hours of mild days equal chillR', (hours, portions) => {
    const chill = new ChillPortions();
    expect(sumOf(mildDays(hours).map((te) => chill.after(te)))).toBeCloseTo(portions, 5);
  });

  it('form at one temperature as the equation of Fishman et al. says, and none is fixed before there are enough', () => {
    const { a0, a1, e0, e1 } = DYNAMIC_MODEL;
    const kelvin = 279;
    const steady = (a0 / a1) * Math.exp((e1 - e0) / kelvin);
    const rate = a1 * Math.exp(-e1 / kelvin);
    const hoursUntilOne = Math.ceil(-Math.log(1 - 1 / steady) / rate);
    const chill = new ChillPortions();
    chill.after(6);
    const fixed = Array.from({ length: hoursUntilOne }, () => chill.after(6));
    expect(hoursUntilOne).toBeGreaterThan(20);
    expect(fixed.findIndex((portion) => portion > 0)).toBe(hoursUntilOne - 1);
    expect(fixed.at(-1)).toBeGreaterThan(0.9);
  });

  it('are zero in heat or hard frost, and always a number', () => {
    const chill = new ChillPortions();
    expect(sumOf(Array.from({ length: 500 }, () => chill.after(25)))).toBe(0);
    for (const te of [-90, 60, 4, -90]) expect(Number.isFinite(chill.after(te))).toBe(true);
  });
});

describe('Utah chill units', () => {
  it.each([
    [[-5, 1.4], 0],
    [[1.5, 2.4], 0.5],
    [[2.5, 9.1], 1],
    [[9.2, 12.4], 0.5],
    [[12.5, 15.9], 0],
    [[16, 18], -0.5],
    [[18.1, 40], -1],
  ])('of %p °C are %p, as in chillR’s `Utah_Model`', (range, units) => {
    expect(range.map(utahUnits)).toEqual([units, units]);
  });
});

describe('chilling hours', () => {
  it('are hours above 0 and below 7.2 °C', () => {
    expect([-1, 0, 0.1, 7.1, 7.2].map(isChillingHour)).toEqual([false, false, true, true, false]);
  });
});
