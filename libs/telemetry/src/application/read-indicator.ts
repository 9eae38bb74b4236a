import { DateRange, type LocalDate } from '@furrow/kernel';
import {
  countedSinceFrom,
  dailyFigures,
  type DailyFigure,
  type Figure,
  type IndicatorMeta,
  type IndicatorName,
  type IndicatorSettings,
  metaOf,
  needsOf,
  MAX_INDICATOR_DAYS,
  type Threshold,
  thresholdsOf,
  type Location,
  type WeatherDay,
} from '../domain/index.ts';
import type { HourlyWeatherQuery } from './ports.ts';

/** More decimals than any sensor has. */
const DECIMALS = 1e6;

export interface ReadIndicatorInput {
  readonly projectId: string;
  readonly sectorId?: string | undefined;
  readonly deviceId?: string | undefined;
  /** Local dates of the project, both included. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** The coverage below which a day has no value, 0 to 1. */
  readonly minCoverage: number;
  readonly settings: IndicatorSettings;
}

/** A day as it is answered. */
export interface IndicatorDay {
  /** Its first instant, ISO 8601 in UTC. */
  readonly day: string;
  readonly value: number | null;
  /** The sum of the values since the first day. */
  readonly total: number;
  readonly coverage: number;
  /** For et0: the method of this day. */
  readonly method?: DailyFigure['method'];
  /** For the heat index: the mean of the hours. */
  readonly mean?: number | null;
}

export interface IndicatorAnswer {
  readonly data: readonly IndicatorDay[];
  readonly meta: IndicatorMeta & {
    readonly indicator: IndicatorName;
    /** The figures that depend on the first requested day; all others are the same in any range. */
    readonly countedSinceFrom: readonly Figure[];
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly timezone: string;
    /** Values from which on something is to be done; absent for an indicator without any. */
    readonly thresholds?: readonly Threshold[];
    /** The devices whose readings are included. */
    readonly stations: readonly string[];
  };
}

/** An agronomic indicator of a project by local day, and its running total. */
export class ReadIndicator {
  constructor(private readonly weather: HourlyWeatherQuery) {}

  /**
   * @throws InvalidDateRange | DateRangeTooLong; ProjectForbidden | SectorForbidden | SectorNotInProject | DeviceForbidden
   */
  async execute(companyId: string, input: ReadIndicatorInput): Promise<IndicatorAnswer> {
    DateRange.of(input.from, input.to, MAX_INDICATOR_DAYS);
    const { projectId, sectorId = null, deviceId = null, from, to, minCoverage, settings } = input;
    const needs = needsOf(settings);
    const { days, timezone, stations, location } = await this.weather.read({
      ...{ companyId, projectId, sectorId, deviceId, from, to },
      ...needs,
    });
    const first = days.findIndex(({ date }) => date >= from);
    const behind = days.findIndex(({ date }) => date > to);
    const season = {
      ...{ days, minCoverage, location },
      from: first < 0 ? days.length : first,
      to: behind < 0 ? days.length : behind,
    };
    const figures = dailyFigures(settings, season);
    const thresholds = thresholdsOf(settings.indicator);
    return {
      data: withTotals(days.slice(season.from, season.to), figures),
      meta: {
        ...{ indicator: settings.indicator, ...metaOf(settings) },
        countedSinceFrom: countedSinceFrom(settings),
        ...{ parameters: parametersOf(settings, minCoverage, location), timezone, stations },
        ...(thresholds && { thresholds }),
      },
    };
  }
}

function withTotals(days: readonly WeatherDay[], figures: readonly DailyFigure[]): IndicatorDay[] {
  let sum = 0;
  return figures.map(({ value, coverage, mean, ...more }, n) => {
    sum += value ?? 0;
    return {
      day: new Date((days[n] as WeatherDay).start).toISOString(),
      ...{ value: value === null ? null : rounded(value), total: rounded(sum), coverage: rounded(coverage) },
      ...(mean !== undefined && { mean: mean === null ? null : rounded(mean) }),
      ...more,
    };
  });
}

function parametersOf(
  { indicator, ...own }: IndicatorSettings,
  minCoverage: number,
  location: Location | null,
): Record<string, unknown> {
  const { latitude = null, longitude = null, altitude = null } = location ?? {};
  return { ...own, ...(indicator === 'et0' && { latitude, longitude, altitude }), minCoverage };
}

/** Adding 0 turns minus zero into zero. */
const rounded = (value: number) => Math.round(value * DECIMALS) / DECIMALS + 0;
