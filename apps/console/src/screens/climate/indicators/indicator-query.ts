import { useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import type { IndicatorDay, IndicatorMeta } from '../../../api/types.ts';
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

/** The daily values of an indicator over a season. */
export function useIndicator(name: IndicatorName, season: SeasonAsked, { minCoverage, parameters }: Choice) {
  const query = { ...season, minCoverage, ...parameters };
  return useQuery({
    queryKey: ['indicator', name, query],
    queryFn: ({ signal }): Promise<Season> =>
      bodyOf(furrow.GET('/api/console/indicators/{name}', { params: { path: { name }, query }, signal })),
    staleTime: 10 * 60_000,
  });
}
