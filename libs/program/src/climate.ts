import type { Random } from './random.ts';

/** The climate of a place: means and daily swings of its coldest and warmest months. */
export interface Site {
  /** °C, of January and July. */
  readonly mean: readonly [number, number];
  /** Half the difference between afternoon and dawn, °C. */
  readonly swing: readonly [number, number];
  readonly latitude: number;
}

export const CIEZA: Site = { mean: [9.5, 27.5], swing: [6.5, 9], latitude: 38.23 };
export const GRAN_CANARIA: Site = { mean: [17.5, 23.5], swing: [3, 3.5], latitude: 27.86 };

export interface Weather {
  readonly te: number;
  readonly hr: number;
  readonly wind: number;
  readonly rain: number;
  readonly rad: number;
  readonly par: number;
  readonly wet: number;
}

/** A wind from inland: °C and %, and the hours ago at which it rose and had reached its heat. */
const HOT_WIND = { te: 35.5, hr: 31, from: 9, to: 4 };
const RADIANS = Math.PI / 180;
const HOTTEST_DAY = 205;
const WARMEST_HOUR = 15.5;
/** Photosynthetic photons per joule of radiation, µmol/J. */
const PAR_OF_RAD = 2.02;
/** The share of days with rain, by season. */
const RAINY = { winter: 0.16, summer: 0.04 };

/** The weather of a Mediterranean place through the year. Spells of some days make weeks differ. */
export class Climate {
  #spell = 0;
  #drift = 0;
  #gust = 0.5;
  #day = -1;
  #rainFrom = 0;
  #rainTo = 0;
  #cloud = 0.1;

  constructor(
    private readonly site: Site,
    private readonly random: Random,
  ) {}

  /**
   * @param dayOfYear 1 is the first of January
   * @param hour of the sun, 0 up to 24
   * @param minutes since the previous reading
   */
  at(dayOfYear: number, hour: number, minutes: number): Weather {
    const summer = (1 + Math.cos((2 * Math.PI * (dayOfYear - HOTTEST_DAY)) / 365)) / 2;
    this.#newDay(dayOfYear, summer);
    this.#drift = 0.97 * this.#drift + 0.25 * this.#noise();
    this.#gust = Math.max(0, 0.85 * this.#gust + 0.5 * this.#noise() + 0.1);
    const between = ([low, high]: readonly [number, number]) => low + (high - low) * summer;
    const isWet = hour >= this.#rainFrom && hour < this.#rainTo;
    const swing = between(this.site.swing) * (1 - 0.5 * this.#cloud);
    const mean = between(this.site.mean) + this.#spell;
    const dry = mean + swing * Math.cos(((hour - WARMEST_HOUR) * Math.PI) / 12) + this.#drift;
    // The air's moisture follows the night before; rain cools towards it.
    const dewPoint = mean - swing * (0.7 + 0.6 * summer) + 0.4 * this.#drift;
    const te = isWet ? Math.min(dry, dry - 0.6 * (dry - dewPoint)) : dry;
    const hr = isWet ? 96 : Math.min(99, (100 * saturation(dewPoint)) / saturation(te));
    const wind = Math.max(0, 0.8 + this.#gust + 1.4 * Math.max(0, Math.cos(((hour - 16) * Math.PI) / 10)));
    const rad = 1_050 * this.#sunAt(dayOfYear, hour) * (isWet ? 0.15 : 1 - 0.75 * this.#cloud);
    return {
      ...{ te: round(te, 1), hr: round(hr, 0), wind: round(wind, 1), rad: round(rad, 0) },
      rain: isWet ? round((minutes / 60) * (1.2 + 2 * Math.abs(this.#noise())), 1) : 0,
      par: round(rad * PAR_OF_RAD, 0),
      wet: isWet || hr >= 95 ? minutes : 0,
    };
  }

  #newDay(day: number, summer: number): void {
    if (day === this.#day) return;
    this.#day = day;
    this.#spell = 0.75 * this.#spell + 1.9 * this.#noise();
    const isRainy = this.random.chance(RAINY.winter + (RAINY.summer - RAINY.winter) * summer);
    this.#rainFrom = isRainy ? this.random.below(20) : 24;
    this.#rainTo = this.#rainFrom + 1 + this.random.below(5);
    this.#cloud = isRainy ? 0.8 : Math.max(0, Math.min(0.8, 0.12 + 0.25 * this.#noise()));
  }

  /** The sine of the sun's elevation; 0 at night. */
  #sunAt(day: number, hour: number): number {
    const declination = 23.44 * RADIANS * Math.sin((2 * Math.PI * (day - 81)) / 365);
    const latitude = this.site.latitude * RADIANS;
    const angle = (hour - 12) * 15 * RADIANS;
    const sine =
      Math.sin(latitude) * Math.sin(declination) +
      Math.cos(latitude) * Math.cos(declination) * Math.cos(angle);
    return Math.max(0, sine);
  }

  /** About -1 to 1, mostly near 0. */
  #noise(): number {
    return (this.random.below(1_000) + this.random.below(1_000) + this.random.below(1_000)) / 1_500 - 1;
  }
}

/**
 * The same in a hot, dry wind that has risen in the last hours of the season, so that the afternoon is hot whatever the
 * month and the hour. A little of the day's own warmth is left.
 */
export function inHotWind(weather: Weather, hoursAgo: number): Weather {
  const { from, to } = HOT_WIND;
  const linear = Math.max(0, Math.min(1, (from - hoursAgo) / (from - to)));
  const share = linear * linear * (3 - 2 * linear);
  const mixed = (own: number, hot: number) => own + share * (hot - own);
  const isDry = share > 0.5;
  return {
    ...weather,
    te: round(mixed(weather.te, HOT_WIND.te + weather.te / 20), 1),
    hr: round(mixed(weather.hr, HOT_WIND.hr), 0),
    ...(isDry && { rain: 0, wet: 0 }),
  };
}

export interface Soil {
  readonly depth: number;
  readonly moisture: number;
  readonly temperature: number;
  readonly ec: number;
  readonly tension: number;
}

/**
 * The soil at a depth in cm: it dries from the top down and is wetted every three days, at 60 cm hardly. At the surface
 * the temperature follows the day.
 *
 * @param ts epoch milliseconds
 */
export function soilAt(ts: number, depth: number, random: Random): Soil {
  const days = ts / 86_400_000;
  const near = Math.exp(-depth / 35);
  const moisture = 33 - 9 * near - 6 * near * (days % 3) + random.below(20) / 100;
  const hour = (days % 1) * 24;
  return {
    ...{ depth, moisture: round(moisture, 1), ec: round(0.3 + moisture / 90, 2) },
    temperature: round(15 + 5 * near * Math.cos(((hour - 15 - depth / 8) * Math.PI) / 12), 1),
    tension: Math.round(9 + 900 / moisture ** 1.2),
  };
}

/** Saturation vapour pressure over water in kPa (FAO-56 eq. 11). */
function saturation(celsius: number): number {
  return 0.6108 * Math.exp((17.27 * celsius) / (celsius + 237.3));
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
