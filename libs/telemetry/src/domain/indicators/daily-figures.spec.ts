import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import fc from 'fast-check';
import { dailyFigures, needsOf, type Season } from './daily-figures.ts';
import { INDICATORS, type IndicatorSettings, metaOf, settingsOf } from './indicator.ts';
import { LocalHours } from './local-hours.ts';
import type { HourOfWeather } from './weather-day.ts';

const HOUR: HourOfWeather = {
  ...{ te: 20, teMin: 15, teMax: 25, hot: 0, hr: 60 },
  ...{ wind: 2, rad: 300, par: 600 },
};
const LOCATION = { latitude: -36.5, longitude: -71.6, altitude: 240 };

/** The three days around a clock change in Santiago, an hour of weather for each `true`. */
function seasonOf(measured: readonly (boolean | HourOfWeather)[], over: Partial<Season> = {}): Season {
  const { days } = LocalHours.of(
    { first: '2025-09-06' as LocalDate, last: '2025-09-08' as LocalDate },
    'America/Santiago',
  );
  let at = 0;
  const weather = () => {
    const hour = measured[at++] ?? false;
    return typeof hour === 'boolean' ? (hour ? HOUR : undefined) : hour;
  };
  return {
    days: days.map((day) => ({ ...day, weather: day.hours.map(weather) })),
    ...{ from: 0, to: 3, minCoverage: 0.75, location: LOCATION, ...over },
  };
}

const ALL: readonly IndicatorSettings[] = [
  ...INDICATORS.map((name) => settingsOf(name, {})),
  settingsOf('chill', { model: 'utah' }),
  settingsOf('et0', { method: 'hargreaves' }),
  settingsOf('degree-days', { method: 'double-sine' }),
];

describe('daily figures', () => {
  it('have the share of measured hours, and a value if that is sufficient', () => {
    const asked = fc.record({
      settings: fc.constantFrom(...ALL),
      measured: fc.array(fc.boolean(), { minLength: 71, maxLength: 71 }),
      minCoverage: fc.constantFrom(0, 0.3, 0.5, 0.75, 1),
    });
    fc.assert(
      fc.property(asked, ({ settings, measured, minCoverage }) => {
        const season = seasonOf(measured, { minCoverage });
        const figures = dailyFigures(settings, season);
        const isDouble = settings.indicator === 'degree-days' && settings.method.startsWith('double');
        [24, 23, 24].forEach((hours, n) => {
          const begin = [0, 24, 47][n] as number;
          const share = measured.slice(begin, begin + hours).filter(Boolean).length / hours;
          const { coverage, value } = figures[n] as (typeof figures)[number];
          expect(coverage).toBeCloseTo(share, 12);
          if (!isDouble) expect(value !== null).toBe(share > 0 && share >= minCoverage);
          else if (share === 0 || share < minCoverage) expect(value).toBeNull();
        });
      }),
      { numRuns: 100 },
    );
  });

  it('require every input in the same hour', () => {
    const dry = { ...HOUR, hr: null };
    const measured = [...Array<HourOfWeather>(6).fill(dry), ...Array<boolean>(18).fill(true)];
    const [day] = dailyFigures(settingsOf('et0', {}), seasonOf(measured));
    expect(day).toMatchObject({ coverage: 0.75, method: 'asce' });
    const [warm] = dailyFigures(settingsOf('et0', {}), seasonOf([dry, ...measured.slice(1, 23)]));
    expect(warm).toMatchObject({ coverage: 23 / 24, method: 'hargreaves' });
  });

  it('require a location for evapotranspiration, and an altitude for ASCE', () => {
    const whole = Array<boolean>(71).fill(true);
    const methods = (location: Season['location'], method = 'auto') =>
      dailyFigures(settingsOf('et0', { method }), seasonOf(whole, { location })).map((day) => day.method);
    expect(methods(LOCATION)).toEqual(Array(3).fill('asce'));
    expect(methods({ ...LOCATION, altitude: null })).toEqual(Array(3).fill('hargreaves'));
    expect(methods({ ...LOCATION, altitude: null }, 'asce')).toEqual(Array(3).fill(null));
    expect(methods(null)).toEqual(Array(3).fill(null));
  });

  it('are returned for the requested days, and use their neighbours', () => {
    const whole = Array<boolean>(71).fill(true);
    const of = (settings: IndicatorSettings, to: number) =>
      dailyFigures(settings, seasonOf(whole, { from: 1, to })).map(({ value }) => value !== null);
    const double = settingsOf('degree-days', { method: 'double-triangle' });
    expect([of(double, 2), of(double, 3)]).toEqual([[true], [true, false]]);
    expect(needsOf(double).after).toBe(1);
  });

  it('by ASCE depend on the evening before, also if nothing but its radiation was measured, and on nothing older', () => {
    const hours = (rad: number, over: Partial<HourOfWeather> = {}) =>
      Array<HourOfWeather>(24).fill({ ...HOUR, rad, ...over });
    const lastOf = (first: readonly HourOfWeather[], second: readonly (HourOfWeather | boolean)[]) => {
      const season = seasonOf([...first, ...second.slice(1), ...hours(300)], { from: 2 });
      return dailyFigures(settingsOf('et0', { method: 'asce' }), season)[0]?.value as number;
    };
    const clear = lastOf(hours(500), hours(900));
    expect(lastOf(hours(100), hours(900))).toBe(clear);
    expect(lastOf(hours(500), hours(900, { te: null, hr: null, wind: null }))).toBe(clear);
    const overcast = lastOf(hours(500), hours(100));
    expect(overcast).toBeGreaterThan(clear + 0.05);
    const unknown = Array<boolean>(24).fill(false);
    expect(lastOf(hours(100), unknown)).toBe(lastOf(hours(900), unknown));
    expect(needsOf(settingsOf('et0', {})).before).toBe(1);
  });

  it('describe themselves', () => {
    for (const settings of ALL) {
      const { method, unit, source } = metaOf(settings);
      expect([method, unit, source].every((text) => text.length > 0)).toBe(true);
    }
  });
});
