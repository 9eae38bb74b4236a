import { describe, expect, it } from '@jest/globals';
import { FALLON, FALLON_HOURS, type PublishedHour } from '../../testing/fallon.ts';
import {
  hargreaves,
  HourlyReferenceEvapotranspiration,
  psychrometric,
  saturation,
  SHORT_REFERENCE,
  vapourSlope,
  type WeatherHour,
  windAt2m,
} from './reference-evapotranspiration.ts';

/** N’Diaye, Senegal, 1 October; FAO-56 example 19. Its clock is an hour behind UTC. */
const AFTERNOON: WeatherHour = {
  ...{ dayOfYear: 274, middle: 15.5, latitude: 16 + 13 / 60, longitude: -(16 + 15 / 60), altitude: 8 },
  ...{ te: 38, hr: 52, wind: 3.3, windHeight: 2, rad: 2.45e6 / 3_600 },
};
const NIGHT: WeatherHour = { ...AFTERNOON, middle: 3.5, te: 28, hr: 90, wind: 1.9, rad: 0 };

/** An hour of Fallon; its published hours are in PDT, 7 hours behind UTC. */
const fallonHour = ({ start, ...measured }: PublishedHour): WeatherHour => ({
  ...{ ...FALLON, ...measured, middle: (start / 3_600_000 + 0.5) % 24 },
  dayOfYear: start < FALLON_HOURS[24]!.start ? 181 : 182,
});

describe('hourly reference evapotranspiration', () => {
  it('has the parts of FAO-56, examples 2, 14 and 19', () => {
    expect(psychrometric(1_800)).toBeCloseTo(0.054, 3);
    expect(windAt2m(3.2, 10)).toBeCloseTo(2.4, 1);
    expect(saturation(38)).toBeCloseTo(6.625, 3);
    expect(vapourSlope(38)).toBeCloseTo(0.358, 3);
    expect(psychrometric(8)).toBeCloseTo(0.0673, 4);
  });

  it('has the parts of FAO-56, examples 17 (Bangkok in April) and 18 (Brussels, 6 July)', () => {
    expect(vapourSlope(30.2)).toBeCloseTo(0.246, 3);
    expect(psychrometric(2)).toBeCloseTo(0.0674, 3);
    expect(saturation(34.8)).toBeCloseTo(5.56, 2);
    expect(saturation(25.6)).toBeCloseTo(3.28, 2);
    expect(vapourSlope(16.9)).toBeCloseTo(0.122, 3);
    expect(psychrometric(100)).toBeCloseTo(0.0666, 4);
    expect(windAt2m(10 / 3.6, 10)).toBeCloseTo(2.078, 3);
    expect(saturation(21.5)).toBeCloseTo(2.564, 3);
    expect(saturation(12.3)).toBeCloseTo(1.431, 3);
  });

  it('with FAO-56’s own constant of 0.34 equals its example 19: 0.63 by day, 0.0 by night', () => {
    const fao = { ...SHORT_REFERENCE, cd: { day: 0.34, night: 0.34 } };
    expect(new HourlyReferenceEvapotranspiration(fao).after(AFTERNOON)).toBeCloseTo(0.63, 2);
    expect(new HourlyReferenceEvapotranspiration(fao).after(NIGHT)).toBeCloseTo(0, 1);
  });

  it('equals WSWUP/RefET for Fallon, 1 July 2015, 18 h UTC: eto_asce 0.60635 of tests/test_hourly.py', () => {
    const hour = FALLON_HOURS[24 + 11]!;
    const fallon = { ...fallonHour(hour), hr: (1.1990099614301906 / saturation(hour.te)) * 100 };
    expect(new HourlyReferenceEvapotranspiration().after(fallon)).toBeCloseTo(0.60635, 4);
  });

  it('of a day of summer at Fallon equals REF-ET, hour by hour, its night with the sky of the evening before', () => {
    const station = new HourlyReferenceEvapotranspiration();
    const [eve, day] = [FALLON_HOURS.slice(0, 24), FALLON_HOURS.slice(24)];
    station.beginDay();
    for (const hour of eve) station.observe(fallonHour(hour));
    station.beginDay();
    const calculated = day.map((hour) => station.after(fallonHour(hour)));
    const differences = calculated.map((et0, n) => Math.abs(et0 - day[n]!.et0));
    // From 7 to 8 the sun climbs above 0.3 rad, and REF-ET still counts the sky of the evening: 0.05 instead of 0.12.
    expect(Math.max(...differences.toSpliced(7, 1))).toBeLessThanOrEqual(0.01);
    const sum = calculated.reduce((total, et0) => total + et0, 0);
    expect(sum).toBeCloseTo(7.628, 3);
  });

  it('uses at night the cloudiness of the last high sun', () => {
    const after = (rad: number) => {
      const station = new HourlyReferenceEvapotranspiration();
      station.after({ ...AFTERNOON, rad });
      return station.after(NIGHT);
    };
    expect(after(200)).toBeGreaterThan(after(700));
  });

  it('uses before sunrise that of the day before, but none that is older', () => {
    const station = new HourlyReferenceEvapotranspiration();
    const usual = new HourlyReferenceEvapotranspiration().after(NIGHT);
    station.observe({ ...AFTERNOON, rad: 200 });
    station.beginDay();
    expect(station.after(NIGHT)).toBeGreaterThan(usual + 0.005);
    station.beginDay();
    expect(station.after(NIGHT)).toBe(usual);
  });
});

describe('Hargreaves’ reference evapotranspiration', () => {
  it('of July at Lyon is 5.0 mm, as in FAO-56 example 20', () => {
    expect(hargreaves({ min: 14.8, max: 26.6 }, 45 + 43 / 60, 196)).toBeCloseTo(5, 1);
  });

  it('is 0 in frost, or without a temperature range', () => {
    expect([hargreaves({ min: -30, max: -20 }, 45, 196), hargreaves({ min: 9, max: 9 }, 45, 196)]).toEqual([
      0, 0,
    ]);
  });
});
