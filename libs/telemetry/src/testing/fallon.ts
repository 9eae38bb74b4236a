import { saturation } from '../domain/indicators/reference-evapotranspiration.ts';

/** AgriMet's station at Fallon, Nevada; the anemometer is at 3 m. */
export const FALLON = { latitude: 39.4575, longitude: -118.77388, altitude: 1_208.5, windHeight: 3 };
export const FALLON_TIMEZONE = 'America/Los_Angeles';

/** An hour of that station, and its reference evapotranspiration in mm as REF-ET calculates it. */
export interface PublishedHour {
  /** Epoch milliseconds at which it begins. */
  readonly start: number;
  /** °C, %, m/s and W/m². */
  readonly te: number;
  readonly hr: number;
  readonly wind: number;
  readonly rad: number;
  readonly et0: number;
}

/**
 * 30 June and 1 July 2015 by the hour of the local clock: temperature and dew point (°F), wind (mph), radiation
 * (langleys), and ETo (mm) as REF-ET 4.1, the program of the standard's authors, calculates it. WSWUP/RefET,
 * tests/data/FALN_Agrimet_hourly_raw_2015.csv and .out, whose hours end at 0 to 23 o'clock of standard time.
 */
const PUBLISHED: readonly (readonly [te: number, dew: number, wind: number, sun: number, et0: number])[] = [
  [73.54, 51.02, 2.09, 0, 0.02],
  [75.39, 51.65, 3.97, 0, 0.05],
  [71.3, 51.53, 0.6, 0, 0],
  [70.89, 50.99, 1.96, 0, 0.02],
  [69.18, 52, 0.32, 0, -0.01],
  [66.13, 52.47, 0.54, 0, -0.01],
  [64.84, 52.23, 1.91, 2.58, 0.02],
  [72.46, 51.88, 2.66, 17.71, 0.17],
  [78.63, 55.15, 3.03, 31.66, 0.28],
  [85.4, 53.14, 2.26, 52.14, 0.46],
  [89.4, 44.73, 2.52, 64.82, 0.6],
  [91.8, 41.01, 5.07, 76.74, 0.77],
  [94.8, 35.15, 5.73, 84, 0.86],
  [96.1, 37.68, 4.21, 86.5, 0.85],
  [98.3, 40.4, 4.39, 84.9, 0.85],
  [99.2, 39.33, 5.12, 78.55, 0.81],
  [101.6, 39.65, 3.68, 67.32, 0.67],
  [101, 39.35, 2.24, 55.48, 0.51],
  [100.4, 38.55, 3.14, 32.8, 0.32],
  [91.9, 46.97, 9.04, 4.24, 0.17],
  [86, 51.08, 12.27, 0.88, 0.16],
  [81.7, 53.05, 9.19, 0, 0.1],
  [84.9, 48.35, 7.45, 0, 0.11],
  [78.77, 52.48, 6.1, 0, 0.06],
  [79.88, 48.31, 5.81, 0, 0.07],
  [75.54, 50.55, 2.99, 0, 0.02],
  [73.3, 52.04, 4.06, 0, 0.03],
  [74.79, 52.49, 5.55, 0, 0.05],
  [69.89, 52.78, 2.03, 0, -0.01],
  [67.34, 52.64, 2.96, 0, 0],
  [68.56, 53.23, 2.61, 1.42, 0.01],
  [72.87, 54.35, 3.79, 8.32, 0.05],
  [76.47, 55.17, 3.77, 26.41, 0.25],
  [82, 55.18, 4.12, 38.35, 0.38],
  [86.4, 52.49, 5.03, 50.17, 0.52],
  [91.8, 49.36, 3.33, 61.16, 0.61],
  [93, 46.29, 5.56, 66.1, 0.71],
  [95.9, 47.41, 5.34, 94.5, 0.95],
  [97.4, 44.04, 3.88, 88.3, 0.87],
  [98.5, 44.08, 4.7, 74.33, 0.76],
  [100.2, 44.15, 5.04, 65.79, 0.7],
  [101.2, 43.14, 5.36, 53.8, 0.6],
  [101.9, 42, 3.11, 44.67, 0.44],
  [96.6, 47.1, 2.07, 11.83, 0.08],
  [90, 50.2, 11, 2.15, 0.17],
  [88, 50.57, 6.32, 0, 0.1],
  [84.8, 50.78, 5.77, 0, 0.08],
  [86.4, 49.76, 12.15, 0, 0.16],
];
const START = Date.parse('2015-06-30T07:00:00Z');
const HOUR = 3_600_000;

const celsius = (fahrenheit: number) => (fahrenheit - 32) / 1.8;

/** Two consecutive local days. */
export const FALLON_HOURS: readonly PublishedHour[] = PUBLISHED.map(([warmth, dew, wind, sun, et0], n) => {
  const te = celsius(warmth);
  return {
    ...{ start: START + n * HOUR, te, hr: (saturation(celsius(dew)) / saturation(te)) * 100 },
    ...{ wind: wind * 0.44704, rad: (sun * 0.041868e6) / 3_600, et0 },
  };
});
