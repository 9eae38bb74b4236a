import { describe, expect, it } from '@jest/globals';
import { dailyRadiation, hourlyRadiation } from './extraterrestrial-radiation.ts';

describe('extraterrestrial radiation', () => {
  it('of a day equals FAO-56 example 8: 3 September at 20° S, 32.2 MJ/m²', () => {
    expect(dailyRadiation(-20, 246)).toBeCloseTo(32.2, 1);
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
