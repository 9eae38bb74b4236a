import { useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import type { IndicatorDay, IndicatorMeta } from '../../../api/types.ts';
import { yearBefore } from '../../../time/local-day.ts';
import type { Choice, IndicatorName } from './indicator.ts';

const STALE_MS = 10 * 60_000;

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

type Asked = SeasonAsked & { readonly minCoverage: number } & Choice['parameters'];

async function ask(name: IndicatorName, query: Asked, signal: AbortSignal): Promise<Season> {
  const params = { path: { name }, query };
  return bodyOf(furrow.GET('/api/iot/indicators/{name}', { params, signal }));
}

const seasonOf = (name: IndicatorName, query: Asked) => ({
  // Not `season`: answers that are kept under it for a week have no thresholds.
  queryKey: ['indicator-season', name, query],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(name, query, signal),
  staleTime: STALE_MS,
});

const askedOf = (season: SeasonAsked, { minCoverage, parameters }: Choice): Asked => ({
  ...{ ...season, minCoverage },
  ...parameters,
});

/** The daily values of an indicator over a season. */
export const useSeason = (name: IndicatorName, season: SeasonAsked, choice: Choice) =>
  useQuery(seasonOf(name, askedOf(season, choice)));

/**
 * The daily values of an indicator over a season, which its tile may have requested already, and over the previous year.
 * One query for both: each answer renders the plot again, which takes long on a phone.
 */
export function useIndicator(name: IndicatorName, season: SeasonAsked, choice: Choice) {
  const query = askedOf(season, choice);
  return useQuery({
    queryKey: ['indicator-seasons', name, query],
    queryFn: async ({ signal, client }): Promise<TwoSeasons> => {
      const past = { ...query, from: yearBefore(query.from), to: yearBefore(query.to) };
      const [now, before] = await Promise.all([client.query(seasonOf(name, query)), ask(name, past, signal)]);
      return { now, before };
    },
    staleTime: STALE_MS,
  });
}
