const DAY_HOURS = 24;
/** Days after which cold and warm spells recur, and how much colder and warmer they are, °C. */
const SPELL = { days: 10, degrees: 6 };
const WARMEST_HOUR = 15;
const WINDIEST_HOUR = 16;
/** Global radiation at a clear noon, W/m². */
const BRIGHTEST = 950;
/** Photosynthetically active photons per joule of radiation, µmol/J. */
const PAR_OF_RAD = 2.02;
/** Rain of a shower, mm/h. */
const SHOWER = 4;

/** The depth at which the day is felt a third as much as at the surface, cm. */
const DAMPED_BY = 30;

export interface Soil {
  readonly depth: number;
  readonly moisture: number;
  readonly temperature: number;
  readonly ec: number;
  readonly tension: number;
}

export interface Weather {
  readonly te: number;
  readonly hr: number;
  readonly wind: number;
  readonly rain: number;
  readonly rad: number;
  readonly par: number;
  readonly wet: number;
  readonly pressure: number;
  readonly gust: number;
  readonly dir: number;
}

/**
 * The weather of one place over its day: coldest before dawn and warmest at three, humidity that falls with the warmth,
 * wind in the afternoon, sun from six to eight, and occasional showers, which wet the leaves. Cold and warm spells of
 * some days alternate, so that two weeks have chill as well as days that mildew likes. Each station deviates slowly from
 * it and rounds as sensors do.
 */
export class Climate {
  readonly #mean: number;
  readonly #swing: number;
  readonly #dewPoint: number;
  #drift = 0;
  #gust = 0;
  /** Whether it rains, and how clear the sky is, 0 to 1. */
  #showers = false;
  #clear = 1;

  /** @param random returns 0 up to 1, exclusive */
  constructor(private readonly random: () => number = Math.random) {
    this.#mean = 13 + 2 * random();
    this.#swing = 6 + 2 * random();
    this.#dewPoint = this.#mean - this.#swing + 2 * random();
  }

  /**
   * @param hour of the local day, 0 up to 24
   * @param minutes since the previous reading, at most a day
   * @param day counted from any day that all stations share, because a spell comes to all of them
   */
  at(hour: number, minutes = 0, day = 0): Weather {
    this.#drift = 0.98 * this.#drift + 0.1 * (this.random() - 0.5);
    this.#gust = 0.7 * this.#gust + 0.6 * this.random();
    const spell = SPELL.degrees * Math.sin((2 * Math.PI * day) / SPELL.days);
    const te = this.#mean + spell + this.#swing * dayWave(hour, WARMEST_HOUR) + this.#drift;
    const dewPoint = this.#dewPoint + spell;
    const hr = (100 * saturationPressure(dewPoint)) / saturationPressure(te) + 3 * this.#drift;
    const wind = 1.5 + 1.5 * dayWave(hour, WINDIEST_HOUR) + this.#gust;
    this.#showers = this.random() < (this.#showers ? 0.7 : 0.02);
    this.#clear = 0.9 * this.#clear + 0.1 * (this.#showers ? 0.2 : 0.6 + 0.4 * this.random());
    const rad = BRIGHTEST * this.#clear * sunAt(hour);
    return {
      ...{ te: rounded(te, 2), hr: rounded(Math.min(Math.max(hr, 5), 100), 2), wind: rounded(wind, 2) },
      ...{ rain: this.#showers ? rounded((SHOWER * minutes) / 60, 2) : 0, rad: rounded(rad, 0) },
      ...{ par: rounded(PAR_OF_RAD * rad, 0), wet: this.#showers || hr >= 95 ? rounded(minutes, 2) : 0 },
      // From the north by night and from the west in the afternoon, the same for all stations.
      ...{ pressure: rounded(1_013 - spell, 1), gust: rounded(1.8 * wind, 2) },
      dir: rounded(135 * (1 - dayWave(hour, WARMEST_HOUR - DAY_HOURS / 2)), 0),
    };
  }

  /** @param depth cm: the deeper, the wetter, and the less the day is felt */
  soilAt(hour: number, depth: number): Soil {
    const surface = Math.exp(-depth / DAMPED_BY);
    const moisture = 34 - 12 * surface + surface * this.#drift;
    return {
      ...{ depth, moisture: rounded(moisture, 2), ec: rounded(0.3 + moisture / 100, 3) },
      temperature: rounded(this.#mean + 4 * surface * dayWave(hour, WARMEST_HOUR + depth / 10), 2),
      tension: rounded(600 / moisture, 1),
    };
  }

  /** Plant indicators: greenness, and the dryness of the soil. */
  plantAt(hour: number): { readonly kpi: string; readonly value: number } {
    return this.random() < 0.5
      ? { kpi: 'vigor', value: rounded(0.72 + 0.05 * dayWave(hour, WARMEST_HOUR) + this.#drift / 50, 4) }
      : { kpi: 'soil_moisture', value: rounded(28 - 4 * dayWave(hour, WARMEST_HOUR) + this.#drift, 2) };
  }
}

/** The sun's elevation, 0 to 1: above the horizon from six to twenty. */
function sunAt(hour: number): number {
  return Math.max(0, Math.sin((Math.PI * (hour - 6)) / 14));
}

/** A daily wave: 1 at the hour of its crest, -1 half a day away. */
function dayWave(hour: number, crest: number): number {
  return Math.cos((2 * Math.PI * (hour - crest)) / DAY_HOURS);
}

/** Saturation vapour pressure over water in kPa (FAO-56 eq. 11). */
function saturationPressure(celsius: number): number {
  return 0.6108 * Math.exp((17.27 * celsius) / (celsius + 237.3));
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
