import { SATURATION_PRESSURE } from '../vapour-pressure-deficit.ts';
import { dailyRadiation, hourlyRadiation, type SunHour } from './extraterrestrial-radiation.ts';

/** Evaporates 1 mm (1 kg/m²) of water: the inverse of the latent heat of 2.45 MJ/kg. */
const MM_PER_MJ = 0.408;
/** Stefan–Boltzmann constant for an hour, MJ/m²/K⁴. */
const STEFAN_BOLTZMANN = 2.042e-10;
const KELVIN = 273.16;
const ALBEDO = 0.23;
/** Sun lower than this, rad, shows nothing about clouds: the last known value before it set remains. */
const LOW_SUN = 0.3;
/** Where neither the day nor the day before has an hour with a high sun: a fairly clear sky, Rs/Rso = 0.78. */
const USUAL_CLOUDINESS = 0.7;

/** Numerator constant (K·mm·s³/Mg/h), and by day and night denominator constant (s/m) and share of Rn into the soil. */
export interface HourlyReference {
  readonly cn: number;
  readonly cd: { readonly day: number; readonly night: number };
  readonly soil: { readonly day: number; readonly night: number };
}

/** Short reference (clipped grass of 0.12 m), ASCE-EWRI 2005, table 1 and equations 65a and 65b. */
export const SHORT_REFERENCE: HourlyReference = {
  cn: 37,
  cd: { day: 0.24, night: 0.96 },
  soil: { day: 0.1, night: 0.5 },
};

/** The radiation of an hour, at a location. */
export interface SkyHour extends SunHour {
  /** Global radiation, mean, W/m². */
  readonly rad: number;
  /** Metres above the sea. */
  readonly altitude: number;
}

/** Means of an hour, at a location. */
export interface WeatherHour extends SkyHour {
  /** Air temperature, °C. */
  readonly te: number;
  /** Relative humidity, %. */
  readonly hr: number;
  /** Wind, m/s, at `windHeight`. */
  readonly wind: number;
  /** Metres above the ground. */
  readonly windHeight: number;
}

/**
 * Reference evapotranspiration by the standardized Penman–Monteith equation, hour after hour of one location, in mm.
 *
 * ET = (0.408·Δ·(Rn − G) + γ·Cn/(T + 273)·u₂·(es − ea)) / (Δ + γ·(1 + Cd·u₂)), with Rn from global radiation and
 * humidity, and clouds at night as they were when the sun was last high (equation 46). That is looked for on the day of
 * the hour and on the day before, so that a day depends on these two alone, whatever came earlier.
 *
 * Source: ASCE-EWRI, *The ASCE Standardized Reference Evapotranspiration Equation* (2005); its parts are those of FAO-56.
 * It is of a well-watered grass: readings over dry, bare ground are too hot and give too much.
 */
export class HourlyReferenceEvapotranspiration {
  #cloudiness = USUAL_CLOUDINESS;
  /** Whether the sun has been high since the day began. */
  #isOfToday = false;

  constructor(private readonly reference: HourlyReference = SHORT_REFERENCE) {}

  /** The next hours are those of another day: what the sky was like before the day that ends no longer counts. */
  beginDay(): void {
    if (!this.#isOfToday) this.#cloudiness = USUAL_CLOUDINESS;
    this.#isOfToday = false;
  }

  /** An hour of which no more than the radiation matters or is known. */
  observe(hour: SkyHour): void {
    const { radiation: extraterrestrial, elevation } = hourlyRadiation(hour);
    const clear = (0.75 + 2e-5 * hour.altitude) * extraterrestrial;
    if (elevation < LOW_SUN || clear <= 0) return;
    this.#cloudiness = cloudinessOf(globalRadiation(hour) / clear);
    this.#isOfToday = true;
  }

  /** @returns mm; below 0 where dew falls */
  after(hour: WeatherHour): number {
    this.observe(hour);
    const { te, hr, altitude } = hour;
    const { cn, cd, soil } = this.reference;
    const radiation = this.#netRadiation(hour);
    const time = radiation >= 0 ? 'day' : 'night';
    const slope = vapourSlope(te);
    const gamma = psychrometric(altitude);
    const wind = windAt2m(hour.wind, hour.windHeight);
    const deficit = saturation(te) * (1 - hr / 100);
    const available = radiation * (1 - soil[time]);
    return (
      (MM_PER_MJ * slope * available + ((gamma * cn) / (te + 273)) * wind * deficit) /
      (slope + gamma * (1 + cd[time] * wind))
    );
  }

  /** Rn, MJ/m²/h. */
  #netRadiation(hour: WeatherHour): number {
    const { te, hr } = hour;
    const vapour = (saturation(te) * hr) / 100;
    const longwave =
      STEFAN_BOLTZMANN * this.#cloudiness * (0.34 - 0.14 * Math.sqrt(vapour)) * (te + KELVIN) ** 4;
    return (1 - ALBEDO) * globalRadiation(hour) - longwave;
  }
}

/** Rs, MJ/m²/h. */
function globalRadiation({ rad }: SkyHour): number {
  return (rad * 3_600) / 1e6;
}

/** fcd of the share of a clear sky's radiation, which is taken as 0.3 to 1. ASCE-EWRI equation 45. */
function cloudinessOf(share: number): number {
  return 1.35 * Math.min(1, Math.max(0.3, share)) - 0.35;
}

/** e°, kPa. */
export function saturation(te: number): number {
  const { atZero, slope, offset } = SATURATION_PRESSURE;
  return atZero * Math.exp((slope * te) / (te + offset));
}

/** Δ, kPa/°C; FAO-56 equation 13. */
export function vapourSlope(te: number): number {
  const { slope, offset } = SATURATION_PRESSURE;
  return (slope * offset * saturation(te)) / (te + offset) ** 2;
}

/** γ, kPa/°C, from the altitude in m; FAO-56 equations 7 and 8. */
export function psychrometric(altitude: number): number {
  const pressure = 101.3 * ((293 - 0.0065 * altitude) / 293) ** 5.26;
  return 0.665e-3 * pressure;
}

/** Wind at 2 m from what was measured higher or lower; FAO-56 equation 47. */
export function windAt2m(wind: number, height: number): number {
  return height === 2 ? wind : (wind * 4.87) / Math.log(67.8 * height - 5.42);
}

/**
 * Reference evapotranspiration of a day from its lowest and highest temperature alone, mm; FAO-56 equation 52
 * (Hargreaves and Samani 1985). It knows neither wind nor humidity: too much where the air is moist, too little in wind.
 * @param latitude degrees north
 */
export function hargreaves(
  { min, max }: { readonly min: number; readonly max: number },
  latitude: number,
  dayOfYear: number,
): number {
  const mean = (min + max) / 2;
  const evaporable = MM_PER_MJ * dailyRadiation(latitude, dayOfYear);
  return Math.max(0, 0.0023 * (mean + 17.8) * Math.sqrt(Math.max(0, max - min)) * evaporable);
}
