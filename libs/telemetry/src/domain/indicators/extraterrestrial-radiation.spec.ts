import { describe, expect, it } from '@jest/globals';
import { dailyRadiation, hourlyRadiation } from './extraterrestrial-radiation.ts';

describe('extraterrestrial radiation', () => {
  it('of a day equals FAO-56 example 8: 3 September at 20° S, 32.2 MJ/m²', () => {
    expect(dailyRadiation(-20, 246)).toBeCloseTo(32.2, 1);
  });

  it.each([
    ['17: 15 April at 13°44′ N, 38.06', 13 + 44 / 60, 105, 38.06],
    ['18: 6 July at 50°48′ N, 41.09', 50 + 48 / 60, 187, 41.09],
    ['20: 15 July at 45°43′ N, 40.55', 45 + 43 / 60, 196, 40.55],
  ])('of a day equals example %s MJ/m²', (_, latitude, dayOfYear, radiation) => {
    expect(Math.abs(dailyRadiation(latitude, dayOfYear) - radiation)).toBeLessThanOrEqual(0.02);
  });

  it('of an hour equals example 19: 1 October, 14 to 15 h at N’Diaye, 3.543 MJ/m²', () => {
    const hour = { dayOfYear: 274, middle: 15.5, latitude: 16 + 13 / 60, longitude: -(16 + 15 / 60) };
    expect(hourlyRadiation(hour).radiation).toBeCloseTo(3.543, 3);
  });

  it.each([
    ['in Santiago', -33.45, -70.65],
    ['past the date line', 52, 179],
    ['where the sun does not set', 78, 15],
  ])('of the hours of a day adds up to that of the day, %s', (_, latitude, longitude) => {
    const hours = Array.from({ length: 24 }, (_hour, hour) =>
      hourlyRadiation({ dayOfYear: 172, middle: hour + 0.5, latitude, longitude }),
    );
    const sum = hours.reduce((total, { radiation }) => total + radiation, 0);
    expect(sum / dailyRadiation(latitude, 172)).toBeCloseTo(1, 2);
  });
});
