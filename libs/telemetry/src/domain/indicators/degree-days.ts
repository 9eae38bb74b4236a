/** The assumed course of a day's temperature between its minimum and its maximum. */
export const DEGREE_DAY_METHODS = [
  'average',
  'single-sine',
  'double-sine',
  'single-triangle',
  'double-triangle',
] as const;
export type DegreeDayMethod = (typeof DEGREE_DAY_METHODS)[number];

/** How heat above the upper threshold counts: as much as at it, subtracted, or not at all. */
export const DEGREE_DAY_CUTOFFS = ['horizontal', 'intermediate', 'vertical'] as const;
export type DegreeDayCutoff = (typeof DEGREE_DAY_CUTOFFS)[number];

export interface DegreeDayParameters {
  /** Lower threshold. */
  readonly base: number;
  /** Upper threshold; null for none. */
  readonly upper: number | null;
  readonly method: DegreeDayMethod;
  readonly cutoff: DegreeDayCutoff;
}

/** Lowest and highest reading of a day, and the lowest of the next, which the double methods need. */
export interface DayExtremes {
  readonly min: number;
  readonly max: number;
  /** Null if unknown: the double methods then have no value. */
  readonly nextMin: number | null;
}

/**
 * Degree-days of one day, never below 0, in the unit of the inputs times days; null if the method needs an unknown
 * minimum of the next day.
 *
 * Heat above a threshold T is the mean over the day of what the curve exceeds it by, A(T), and the share of the day in
 * which it does, f(T). With the upper threshold U a day has A(L) − A(U) (horizontal), A(L) − 2·A(U) (intermediate), or
 * A(L) − A(U) − (U − L)·f(U) (vertical, which is the lower bound of intermediate). With M the mean and W half the range
 * of a day that crosses T: sine: θ = asin((T − M)/W), A = ((M − T)(π/2 − θ) + W·cos θ)/π, f = (π/2 − θ)/π; triangle: A
 * = (max − T)²/(4·W), f = (max − T)/(2·W); average: A = max(0, M − T). A double method is the mean of both halves of
 * the day.
 *
 * Source: Zalom, Goodell, Wilson, Barnett and Bentley, *Degree-Days: The Calculation and Use of Heat Units in Pest
 * Management*, University of California Leaflet 21373 (1983); cut-offs as in UC IPM. A cold night and a hot afternoon
 * are all that it knows of a day: with hourly readings that rise twice a day it is inaccurate.
 */
export function degreeDays(day: DayExtremes, parameters: DegreeDayParameters): number | null {
  const { base, upper, method, cutoff } = parameters;
  const { min, max } = day;
  const halves = method.startsWith('double') ? [min, day.nextMin] : [min];
  if (halves.includes(null)) return null;
  const aboveBoth = (threshold: number) => {
    const found = halves.map((low) => above(threshold, Math.min(low ?? max, max), max, method));
    return { mean: meanOf(found.map(({ mean }) => mean)), share: meanOf(found.map(({ share }) => share)) };
  };
  const lower = aboveBoth(base);
  if (upper === null) return lower.mean;
  const over = aboveBoth(upper);
  if (cutoff === 'horizontal') return lower.mean - over.mean;
  const stopped = Math.max(0, lower.mean - over.mean - (upper - base) * over.share);
  return cutoff === 'vertical' ? stopped : Math.max(stopped, lower.mean - 2 * over.mean);
}

const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** The excess over a threshold: its mean over the day, and its share of the day. */
function above(
  threshold: number,
  min: number,
  max: number,
  method: DegreeDayMethod,
): { readonly mean: number; readonly share: number } {
  const middle = (max + min) / 2;
  if (min >= threshold) return { mean: middle - threshold, share: 1 };
  if (max <= threshold) return { mean: 0, share: 0 };
  if (method === 'average')
    return { mean: Math.max(0, middle - threshold), share: middle > threshold ? 1 : 0 };
  const half = (max - min) / 2;
  if (method.endsWith('triangle'))
    return { mean: (max - threshold) ** 2 / (4 * half), share: (max - threshold) / (2 * half) };
  const angle = Math.asin((threshold - middle) / half);
  const rest = Math.PI / 2 - angle;
  return {
    mean: ((middle - threshold) * rest + half * Math.cos(angle)) / Math.PI,
    share: rest / Math.PI,
  };
}
