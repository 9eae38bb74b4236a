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
    const te = (91.8 - 32) / 1.8;
    const fallon = new HourlyReferenceEvapotranspiration().after({
      ...{ dayOfYear: 182, middle: 18.5, latitude: 39.4575, longitude: -118.77388, altitude: 1_208.5 },
      ...{ te, hr: (1.1990099614301906 / saturation(te)) * 100, wind: 3.33 * 0.44704, windHeight: 3 },
      rad: (61.16 * 0.041868e6) / 3_600,
    });
    expect(fallon).toBeCloseTo(0.60635, 4);
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
