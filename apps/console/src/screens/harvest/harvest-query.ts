import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { HarvestGroup, HarvestSeasonDay } from '../../api/types.ts';

export const GROUPINGS = ['sector', 'variety', 'quality', 'worker', 'week', 'container'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What is asked for, in the words of the API. */
export interface Asked {
  readonly startTime: string;
  readonly endTime: string;
  readonly projectId?: string;
  readonly crop?: string;
  readonly variety?: string;
}

/** The harvest of a range in groups, with what they are grouped by: while others are asked for, the former are shown. */
export function useGroups(asked: Asked, by: Grouping) {
  return useQuery({
    queryKey: ['harvest', 'groups', asked, by],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { query: { ...asked, by } };
      const body = await bodyOf(furrow.GET('/api/control/harvest/groups', { params, signal }));
      return { by, groups: (body as { readonly data: readonly HarvestGroup[] }).data };
    },
  });
}

/** The harvest of a range beside the season before. */
export function useSeasons(asked: Asked) {
  return useQuery({
    queryKey: ['harvest', 'seasons', asked],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { query: { ...asked } };
      const body = await bodyOf(furrow.GET('/api/control/harvest/seasons', { params, signal }));
      return (body as { readonly data: readonly HarvestSeasonDay[] }).data;
    },
  });
}
