const DAY_HOURS = 24;
const WARMEST_HOUR = 15;
const WINDIEST_HOUR = 16;

export interface Weather {
  readonly te: number;
  readonly hr: number;
  readonly wind: number;
}

/**
 * The weather of one place over its day: coldest before dawn and warmest at three, the air as dry as the warmth makes
 * it, wind in the afternoon. What a station adds to it wanders slowly, as weather does, and is rounded as sensors do.
 */
export class Climate {
  readonly #mean: number;
  readonly #swing: number;
  readonly #dewPoint: number;
  #drift = 0;
  #gust = 0;

  /** @param random from 0 up to 1 */
  constructor(private readonly random: () => number = Math.random) {
    this.#mean = 14 + 8 * random();
    this.#swing = 5 + 5 * random();
    this.#dewPoint = this.#mean - this.#swing + 2 * random();
  }

  /** @param hour of the local day, 0 up to 24 */
  at(hour: number): Weather {
    this.#drift = 0.98 * this.#drift + 0.1 * (this.random() - 0.5);
    this.#gust = 0.7 * this.#gust + 0.6 * this.random();
    const te = this.#mean + this.#swing * dayWave(hour, WARMEST_HOUR) + this.#drift;
    const hr = (100 * saturationPressure(this.#dewPoint)) / saturationPressure(te) + 3 * this.#drift;
    const wind = 1.5 + 1.5 * dayWave(hour, WINDIEST_HOUR) + this.#gust;
    return { te: rounded(te, 2), hr: rounded(Math.min(Math.max(hr, 5), 100), 2), wind: rounded(wind, 2) };
  }

  /** What plants tell: how green they are, and how dry the soil is around them. */
  plantAt(hour: number): { readonly kpi: string; readonly value: number } {
    return this.random() < 0.5
      ? { kpi: 'vigor', value: rounded(0.72 + 0.05 * dayWave(hour, WARMEST_HOUR) + this.#drift / 50, 4) }
      : { kpi: 'soil_moisture', value: rounded(28 - 4 * dayWave(hour, WARMEST_HOUR) + this.#drift, 2) };
  }
}

/** 1 at the hour of its crest, -1 half a day away. */
function dayWave(hour: number, crest: number): number {
  return Math.cos((2 * Math.PI * (hour - crest)) / DAY_HOURS);
}

/** kPa over water at so many °C (FAO-56 eq. 11). */
function saturationPressure(celsius: number): number {
  return 0.6108 * Math.exp((17.27 * celsius) / (celsius + 237.3));
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
