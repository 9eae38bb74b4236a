import type { paths } from '@furrow/client';
import type { Project } from '../../../api/places.ts';
import { seasonStart, type SeasonDay } from '../../../series/seasons.ts';

type Query = NonNullable<paths['/api/iot/indicators/{name}']['get']['parameters']['query']>;

export const INDICATORS = ['degree-days', 'chill', 'et0', 'dli', 'powdery-mildew', 'heat-index'] as const;
export type IndicatorName = (typeof INDICATORS)[number];
/** The parameters of an indicator in the API; omitted ones take the API's defaults. */
export type Parameters = Partial<Pick<Query, 'base' | 'upper' | 'method' | 'cutoff' | 'model'>>;

/** The user's settings for an indicator. */
export interface Choice {
  /** First local day; null for the beginning of its season. */
  readonly since: string | null;
  /** The minimum coverage for a day to count. */
  readonly minCoverage: number;
  /** Whether to show the sum since the first day, or each day's value. */
  readonly isSum: boolean;
  readonly parameters: Parameters;
}

/** A risk is not summed, and light is assessed by the day. */
export const choiceAtFirst = (name: IndicatorName): Choice => ({
  ...{ since: null, minCoverage: 0.75, parameters: {} },
  isSum: name === 'degree-days' || name === 'chill' || name === 'et0',
});

/** Whether its sum has a meaning. */
export const hasSum = (name: IndicatorName): boolean => name !== 'powdery-mildew' && name !== 'heat-index';

/** The maximum number of days in one request. */
export const LONGEST_DAYS = 731;

/** The first day that is shown of a project. */
export function firstDayIn({ seasons }: Project, name: IndicatorName, { since }: Choice, to: string): string {
  if (since !== null && since <= to) return since;
  return seasonStart(to, name === 'chill' ? seasons.rest : seasons.growth);
}

/** How many of the days have a value, and how many of those by Hargreaves’ method, which needs fewer inputs. */
export function countsOf(days: readonly (SeasonDay & { readonly method?: string | null })[]) {
  const known = days.filter(({ value }) => value !== null);
  return {
    known: known.length,
    missing: days.length - known.length,
    byHargreaves: known.filter(({ method }) => method === 'hargreaves').length,
  };
}
