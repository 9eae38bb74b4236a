import { describe, expect, it } from '@jest/globals';
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

/** AgriMet's station at Fallon, Nevada; the anemometer is at 3 m. */
const FALLON = { dayOfYear: 182, latitude: 39.4575, longitude: -118.77388, altitude: 1_208.5, windHeight: 3 };
/** An hour of that station in its units: °F, mph and langleys. @param vapour pressure of the air, kPa */
const fallonHour = (utc: number, warmth: number, vapour: number, wind: number, sun: number): WeatherHour => {
  const te = (warmth - 32) / 1.8;
  const measured = { te, hr: (vapour / saturation(te)) * 100, wind: wind * 0.44704 };
  return { ...FALLON, ...measured, middle: utc + 0.5, rad: (sun * 0.041868e6) / 3_600 };
};
/**
 * 1 July 2015 by the hour of the local clock, 7 behind UTC: temperature and dew point (°F), wind (mph), radiation
 * (langleys), and ETo (mm) as REF-ET 4.1, the program of the standard's authors, calculates it. WSWUP/RefET,
 * tests/data/FALN_Agrimet_hourly_raw_2015.csv and .out, the rows of 7/1 from 800 to 1900.
 */
const FALLON_JULY: readonly (readonly [number, number, number, number, number, number])[] = [
  [8, 76.47, 55.17, 3.77, 26.41, 0.25],
  [9, 82, 55.18, 4.12, 38.35, 0.38],
  [10, 86.4, 52.49, 5.03, 50.17, 0.52],
  [11, 91.8, 49.36, 3.33, 61.16, 0.61],
  [12, 93, 46.29, 5.56, 66.1, 0.71],
  [13, 95.9, 47.41, 5.34, 94.5, 0.95],
  [14, 97.4, 44.04, 3.88, 88.3, 0.87],
  [15, 98.5, 44.08, 4.7, 74.33, 0.76],
  [16, 100.2, 44.15, 5.04, 65.79, 0.7],
  [17, 101.2, 43.14, 5.36, 53.8, 0.6],
  [18, 101.9, 42, 3.11, 44.67, 0.44],
  [19, 96.6, 47.1, 2.07, 11.83, 0.08],
];

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
    const fallon = fallonHour(18, 91.8, 1.1990099614301906, 3.33, 61.16);
    expect(new HourlyReferenceEvapotranspiration().after(fallon)).toBeCloseTo(0.60635, 4);
  });

  it('of a day of summer at Fallon equals REF-ET, hour by hour', () => {
    const place = new HourlyReferenceEvapotranspiration();
    for (const [hour, warmth, dewPoint, wind, sun, published] of FALLON_JULY) {
      const vapour = saturation((dewPoint - 32) / 1.8);
      const calculated = place.after(fallonHour((hour + 7) % 24, warmth, vapour, wind, sun));
      expect(Math.abs(calculated - published)).toBeLessThanOrEqual(0.01);
    }
  });

  it('uses at night the cloudiness of the last high sun', () => {
    const after = (rad: number) => {
      const place = new HourlyReferenceEvapotranspiration();
      place.after({ ...AFTERNOON, rad });
      return place.after(NIGHT);
    };
    expect(after(200)).toBeGreaterThan(after(700));
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
