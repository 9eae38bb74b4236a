import { useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';

export type Detail = 'raw' | '15m' | '1h' | '1d';

/** Local days of a project, and how finely they are shown. */
export interface Span {
  readonly projectId: string;
  readonly timezone: string;
  /** Calendar dates, both included. */
  readonly from: string;
  readonly to: string;
  readonly detail: Detail;
}

const EXTRA = 'rain,rad,par,wet';

/** What all series are asked with. */
const asked = ({ projectId, timezone, from, to }: Span) => ({
  ...{ projectId, timezone },
  ...{ from: `${from}T00:00:00`, to: `${to}T23:59:59.999` },
});

export function useWeather(span: Span) {
  const query = { ...asked(span), interval: span.detail, include: EXTRA };
  return useQuery({
    queryKey: ['weather', query],
    queryFn: async ({ signal }) =>
      (await bodyOf(furrow.GET('/api/console/weather', { params: { query }, signal }))).data,
    staleTime: 60_000,
  });
}

/** KPIs change by the day: finer than an hour tells nothing. */
export function usePlant(span: Span) {
  const query = { ...asked(span), interval: span.detail === '1d' ? ('1d' as const) : ('1h' as const) };
  return useQuery({
    queryKey: ['plant', query],
    queryFn: async ({ signal }) =>
      (await bodyOf(furrow.GET('/api/console/plant', { params: { query }, signal }))).data,
    staleTime: 60_000,
  });
}

export function useIrrigation(span: Span) {
  const query = asked(span);
  return useQuery({
    queryKey: ['irrigation', query],
    queryFn: async ({ signal }) =>
      (await bodyOf(furrow.GET('/api/console/irrigation', { params: { query }, signal }))).data,
    staleTime: 60_000,
  });
}
