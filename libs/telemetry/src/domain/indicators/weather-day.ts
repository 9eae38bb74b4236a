import type { LocalDay } from './local-hours.ts';

/** What indicators are made of: of an hour, means over the stations; null where none of them measured it. */
export const HOUR_MEMBERS = ['te', 'teMin', 'teMax', 'hot', 'hr', 'wind', 'rad', 'par'] as const;
export type HourMember = (typeof HOUR_MEMBERS)[number];

export interface HourOfWeather {
  /** Air temperature, °C: mean, lowest and highest reading. */
  readonly te: number | null;
  readonly teMin: number | null;
  readonly teMax: number | null;
  /** Share of the readings that are as hot as kills mildew, 0 to 1. */
  readonly hot: number | null;
  /** Relative humidity, %. */
  readonly hr: number | null;
  /** Wind at 2 m, m/s. */
  readonly wind: number | null;
  /** Global radiation, W/m². */
  readonly rad: number | null;
  /** Photosynthetic photon flux density, µmol/m²/s. */
  readonly par: number | null;
}

/**
 * A sum or mean to nine decimals, which is more than a sensor measures: the error of adding binary fractions depends on
 * their order, and would decide whether 7.2 °C lies below 7.2 °C.
 */
export function withoutRoundingError(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}

/** A local day and the weather of each of its hours; undefined: no station measured anything. */
export interface WeatherDay extends LocalDay {
  readonly weather: readonly (HourOfWeather | undefined)[];
}

/** The share of a day's hours in which every one of these was measured. */
export function coverageOf({ weather }: WeatherDay, members: readonly HourMember[]): number {
  const known = weather.filter((hour) => hour && members.every((member) => hour[member] !== null)).length;
  return weather.length === 0 ? 0 : known / weather.length;
}

/** What was measured of one member, hour by hour. */
export function valuesOf({ weather }: WeatherDay, member: HourMember): (number | null)[] {
  return weather.map((hour) => hour?.[member] ?? null);
}

/** The lowest and the highest temperature of a day; undefined where it was not measured. */
export function extremesOf(day: WeatherDay): { readonly min: number; readonly max: number } | undefined {
  const [low, high] = [valuesOf(day, 'teMin'), valuesOf(day, 'teMax')].map((values) =>
    values.filter((value) => value !== null),
  ) as [number[], number[]];
  return low.length === 0 ? undefined : { min: Math.min(...low), max: Math.max(...high) };
}
