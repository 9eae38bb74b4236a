import { ChillPortions, isChillingHour, utahUnits } from './chill.ts';
import { dailyLightIntegral } from './daily-light-integral.ts';
import { degreeDays } from './degree-days.ts';
import { heatIndex } from './heat-index.ts';
import type { ChillModel, DegreeDaySettings, Et0Method, IndicatorSettings } from './indicator.ts';
import { favourableHours, PowderyMildewIndex } from './powdery-mildew.ts';
import { hargreaves, HourlyReferenceEvapotranspiration } from './reference-evapotranspiration.ts';
import {
  coverageOf,
  extremesOf,
  type HourMember,
  valuesOf,
  type WeatherDay,
  withoutRoundingError,
} from './weather-day.ts';

const HOUR = 3_600_000;
/** The longest gap in chill that is interpolated, hours. */
const LONGEST_FILLED = 3;
const HEAT_INPUTS = ['te', 'hr'] as const satisfies readonly HourMember[];
const ASCE_INPUTS = ['te', 'hr', 'wind', 'rad'] as const satisfies readonly HourMember[];

/** Where the weather was measured: degrees north and east, metres above the sea. */
export interface Location {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number | null;
}

/** The figure of a day. */
export interface DailyFigure {
  /** Null if too few hours were measured, or the method lacks an input. */
  readonly value: number | null;
  /** The share of the day's hours with a reading of every input, 0 to 1. */
  readonly coverage: number;
  /** For reference evapotranspiration: the method of this day; null without a value. */
  readonly method?: 'asce' | 'hargreaves' | null;
  /** For the heat index, whose value is the highest of the hours: their mean; null without a value. */
  readonly mean?: number | null;
}

/** A season of weather, and its requested days; the others are their neighbours. */
export interface Season {
  readonly days: readonly WeatherDay[];
  /** Indexes of the first requested day and of the one after the last. */
  readonly from: number;
  readonly to: number;
  /** The coverage below which a day has no value, 0 to 1. */
  readonly minCoverage: number;
  /** Where the stations stand; null: unknown. */
  readonly location: Location | null;
}

/**
 * The members of hours that each indicator reads, and how many days before and after a day its figure depends on: the
 * double methods take the lowest temperature of the next day, chill interpolates over midnight, and evapotranspiration
 * of the hours before sunrise depends on the clouds of the evening before.
 */
export function needsOf(settings: IndicatorSettings): {
  readonly members: readonly HourMember[];
  readonly before: number;
  readonly after: number;
} {
  switch (settings.indicator) {
    case 'degree-days': {
      const after = settings.method.startsWith('double') ? 1 : 0;
      return { members: ['te', 'teMin', 'teMax'], before: 0, after };
    }
    case 'chill':
      return { members: ['te'], before: 1, after: 1 };
    case 'et0':
      return {
        ...(settings.method === 'hargreaves'
          ? { members: ['te', 'teMin', 'teMax'], before: 0 }
          : { members: [...ASCE_INPUTS, 'teMin', 'teMax'], before: 1 }),
        after: 0,
      };
    case 'dli':
      return { members: ['par'], before: 0, after: 0 };
    case 'powdery-mildew':
      return { members: ['te', 'hot'], before: 0, after: 0 };
    case 'heat-index':
      return { members: HEAT_INPUTS, before: 0, after: 0 };
  }
}

/** An indicator by day, with a figure for each requested day. */
export function dailyFigures(settings: IndicatorSettings, season: Season): DailyFigure[] {
  switch (settings.indicator) {
    case 'degree-days':
      return degreeDayFigures(settings, season);
    case 'chill':
      return chillFigures(settings.model, season);
    case 'et0':
      return evapotranspirationFigures(settings.method, season);
    case 'dli':
      return asked(season).map((day) =>
        covered(season, coverageOf(day, ['par']), () => dailyLightIntegral(known(valuesOf(day, 'par')))),
      );
    case 'powdery-mildew':
      return mildewFigures(season);
    case 'heat-index':
      return heatFigures(season);
  }
}

const asked = ({ days, from, to }: Season) => days.slice(from, to);
const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

function covered(
  { minCoverage }: Pick<Season, 'minCoverage'>,
  coverage: number,
  work: () => number | null,
): DailyFigure {
  return { value: coverage > 0 && coverage >= minCoverage ? work() : null, coverage };
}

/** The next day's lowest temperature is used if that day is covered as required of the day itself. */
function degreeDayFigures(settings: DegreeDaySettings, season: Season): DailyFigure[] {
  const { days, from, minCoverage } = season;
  const coverages = days.map((day) => coverageOf(day, ['te']));
  return asked(season).map((day, n) => {
    const [next, nextCoverage = 0] = [days[from + n + 1], coverages[from + n + 1]];
    const extremes = extremesOf(day);
    const nextMin = next && nextCoverage >= minCoverage ? (extremesOf(next)?.min ?? null) : null;
    return covered(season, coverages[from + n] as number, () =>
      extremes ? degreeDays({ ...extremes, nextMin }, settings) : null,
    );
  });
}

/** Every hour affects later ones, even on days that are not covered. */
function chillFigures(model: ChillModel, season: Season): DailyFigure[] {
  const hours = season.days.flatMap((day) => valuesOf(day, 'te'));
  const temperatures = filled(hours);
  const portions = new ChillPortions();
  const chillOf = {
    portions: (te: number) => portions.after(te),
    utah: utahUnits,
    hours: (te: number) => Number(isChillingHour(te)),
  }[model];
  let at = season.days.slice(0, season.from).reduce((sum, day) => sum + day.weather.length, 0);
  return asked(season).map((day) => {
    const own = known(temperatures.slice(at, (at += day.weather.length)));
    const chill = own.reduce((sum, te) => sum + chillOf(te), 0);
    return covered(season, coverageOf(day, ['te']), () => chill);
  });
}

/** Up to three consecutive missing hours are interpolated linearly. */
function filled(hours: readonly (number | null)[]): (number | null)[] {
  const result = [...hours];
  let last = -1;
  hours.forEach((te, at) => {
    if (te === null) return;
    const missing = at - last - 1;
    if (last >= 0 && missing <= LONGEST_FILLED) {
      const before = hours[last] as number;
      for (let n = 1; n <= missing; n++) result[last + n] = before + ((te - before) * n) / (missing + 1);
    }
    last = at;
  });
  return result;
}

/** A day without coverage leaves the index unchanged, and before an epidemic ends a run of favourable days. */
function mildewFigures(season: Season): DailyFigure[] {
  const index = new PowderyMildewIndex();
  return asked(season).map((day) => {
    const coverage = coverageOf(day, ['te']);
    const figure = covered(season, coverage, () => {
      const minutes = known(valuesOf(day, 'hot')).reduce((sum, share) => sum + share * 60, 0);
      const lethalMinutes = withoutRoundingError(minutes);
      return index.after({ favourableHours: favourableHours(valuesOf(day, 'te')), lethalMinutes });
    });
    if (figure.value === null) index.skip();
    return figure;
  });
}

/** The highest and the mean of the hours in which both temperature and humidity were measured. */
function heatFigures(season: Season): DailyFigure[] {
  return asked(season).map((day) => {
    const hours = day.weather.flatMap((hour) =>
      hour && hour.te !== null && hour.hr !== null ? [heatIndex(hour.te, hour.hr)] : [],
    );
    const figure = covered(season, coverageOf(day, HEAT_INPUTS), () => Math.max(...hours));
    const mean = hours.reduce((sum, heat) => sum + heat, 0) / hours.length;
    return { ...figure, mean: figure.value === null ? null : mean };
  });
}

function evapotranspirationFigures(method: Et0Method, season: Season): DailyFigure[] {
  const { minCoverage, location } = season;
  const hourly = asceOf(season);
  return asked(season).map((day, n): DailyFigure => {
    const [whole, warmth] = [coverageOf(day, ASCE_INPUTS), coverageOf(day, ['te'])];
    const isEnough = (coverage: number) => coverage > 0 && coverage >= minCoverage;
    const sum = hourly?.[n];
    if (method !== 'hargreaves' && sum !== undefined && isEnough(whole))
      return { value: sum, coverage: whole, method: 'asce' };
    if (method === 'asce') return { value: null, coverage: whole, method: null };
    const extremes = extremesOf(day);
    if (location === null || extremes === undefined || !isEnough(warmth))
      return { value: null, coverage: warmth, method: null };
    return {
      value: hargreaves(extremes, location.latitude, day.dayOfYear),
      ...{ coverage: warmth, method: 'hargreaves' },
    };
  });
}

/** Sums of the hours with all inputs, by day; undefined if the location is unknown. */
function asceOf({ days, from, to, location }: Season): number[] | undefined {
  if (location === null || location.altitude === null) return undefined;
  const { latitude, longitude, altitude } = location;
  const reference = new HourlyReferenceEvapotranspiration();
  const sumOf = ({ dayOfYear, hours, weather }: WeatherDay) => {
    reference.beginDay();
    return weather.reduce((sum, hour, n) => {
      if (!hour || hour.rad === null) return sum;
      const { te, hr, wind, rad } = hour;
      const middle = (((hours[n] as number) + HOUR / 2) / HOUR) % 24;
      if (te !== null && hr !== null && wind !== null) {
        const measured = { te, hr, wind, rad, windHeight: 2 };
        return sum + reference.after({ latitude, longitude, altitude, dayOfYear, middle, ...measured });
      }
      reference.observe({ latitude, longitude, altitude, dayOfYear, middle, rad });
      return sum;
    }, 0);
  };
  const before = Math.min(from, 1);
  return days
    .slice(from - before, to)
    .map(sumOf)
    .slice(before);
}
