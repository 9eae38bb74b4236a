import { useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import type { IndicatorDay, IndicatorMeta } from '../../../api/types.ts';
import { yearBefore } from '../../../time/local-day.ts';
import type { Choice, IndicatorName } from './indicator.ts';

export interface Season {
  readonly data: readonly IndicatorDay[];
  readonly meta: IndicatorMeta;
}

export interface SeasonAsked {
  readonly projectId: string;
  /** Local dates, both inclusive. */
  readonly from: string;
  readonly to: string;
}

/** A season of an indicator, and the same dates of the previous year. */
export interface TwoSeasons {
  readonly now: Season;
  readonly before: Season;
}

/**
 * The daily values of an indicator over a season and over the previous year. One query for both: each answer renders
 * the plot again, which takes long on a phone.
 */
export function useIndicator(name: IndicatorName, season: SeasonAsked, { minCoverage, parameters }: Choice) {
  const query = { ...season, minCoverage, ...parameters };
  return useQuery({
    queryKey: ['indicator', name, query],
    queryFn: async ({ signal }): Promise<TwoSeasons> => {
      const ask = (asked: typeof query): Promise<Season> =>
        bodyOf(
          furrow.GET('/api/console/indicators/{name}', { params: { path: { name }, query: asked }, signal }),
        );
      const past = { ...query, from: yearBefore(query.from), to: yearBefore(query.to) };
      const [now, before] = await Promise.all([ask(query), ask(past)]);
      return { now, before };
    },
    staleTime: 10 * 60_000,
  });
}
