import type { paths } from '@furrow/client';
import { seasonStart, type SeasonDay } from '../../../series/seasons.ts';

type Query = NonNullable<paths['/api/console/indicators/{name}']['get']['parameters']['query']>;

export const INDICATORS = ['degree-days', 'chill', 'et0', 'dli', 'powdery-mildew'] as const;
export type IndicatorName = (typeof INDICATORS)[number];
/** What an indicator hangs on, as the API takes it; what is left out is as it is at first there. */
export type Parameters = Partial<Pick<Query, 'base' | 'upper' | 'method' | 'cutoff' | 'model'>>;

/** What a person chooses of an indicator. */
export interface Choice {
  /** First local day; null: when its season begins. */
  readonly since: string | null;
  /** The least coverage with which a day counts. */
  readonly minCoverage: number;
  /** The sum since the first day, or each day by itself. */
  readonly isSum: boolean;
  readonly parameters: Parameters;
}

/** A risk is not summed, and light is judged by the day. */
export const choiceAtFirst = (name: IndicatorName): Choice => ({
  ...{ since: null, minCoverage: 0.75, parameters: {} },
  isSum: name === 'degree-days' || name === 'chill' || name === 'et0',
});

/** Whether a sum of it tells something. */
export const hasSum = (name: IndicatorName): boolean => name !== 'powdery-mildew';

/** Days that the API answers at once. */
export const LONGEST_DAYS = 731;

/** The first day that is shown. */
export function firstDay(name: IndicatorName, { since }: Choice, to: string, isSouth: boolean): string {
  if (since !== null && since <= to) return since;
  return seasonStart(to, name === 'chill' ? 'rest' : 'growth', isSouth);
}

/** How many of the days have a value, and how many of those by Hargreaves’ method, which needs less. */
export function countsOf(days: readonly (SeasonDay & { readonly method?: string | null })[]) {
  const known = days.filter(({ value }) => value !== null);
  return {
    known: known.length,
    missing: days.length - known.length,
    byHargreaves: known.filter(({ method }) => method === 'hargreaves').length,
  };
}
