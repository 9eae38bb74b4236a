import { useQuery } from '@tanstack/react-query';
import type { paths } from '@furrow/client';
import { dataOf, furrow } from '../../api/furrow.ts';
import type { MeasuredDay, WeatherPoint } from '../../api/types.ts';

type WeatherQuery = paths['/api/iot/weather']['get']['parameters']['query'];

export type Detail = 'raw' | '15m' | '1h' | '1d';

/** A range of local days of a project, and the resolution. */
export interface Span {
  readonly projectId: string;
  readonly timezone: string;
  /** Calendar dates, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly detail: Detail;
}

const EXTRA = 'rain,rad,par,wet';

/** The parameters that all series requests share. */
export const asked = ({ projectId, timezone, from, to }: Span) => ({
  ...{ projectId, timezone },
  ...{ from: `${from}T00:00:00`, to: `${to}T23:59:59.999` },
});

/** What stations measure, and what is computed from it. */
export const QUANTITIES = ['te', 'hr', 'vpd', 'wind', 'rain', 'rad', 'par', 'wet'] as const;
export type Quantity = (typeof QUANTITIES)[number];

/**
 * A series with one list per quantity: a year of ten-minute readings as one object per point would take too much
 * memory.
 */
export interface WeatherSeries {
  /** Seconds since 1970, ascending. */
  readonly at: readonly number[];
  /** The local date of each. */
  readonly dates: readonly string[];
  /** The quantities that were measured at all; null where a reading lacks one. */
  readonly values: Readonly<Partial<Record<Quantity, readonly (number | null)[]>>>;
}

const weather = (query: WeatherQuery, signal: AbortSignal): Promise<readonly WeatherPoint[]> =>
  dataOf(furrow.GET('/api/iot/weather', { params: { query }, signal }));

export const weatherAsked = (span: Span) => ({ ...asked(span), interval: span.detail, include: EXTRA });

/** @param everyMs how often it is requested again while it is shown */
export function useWeather(span: Span, isWanted = true, everyMs: number | false = false) {
  const query = weatherAsked(span);
  return useQuery({
    // Not `weather`: answers that are kept under it for a week have no dates.
    queryKey: ['weather-series', query],
    queryFn: async ({ signal }) => seriesOf(await weather(query, signal)),
    staleTime: 60_000,
    structuralSharing: false,
    enabled: isWanted,
    refetchInterval: everyMs,
  });
}

function seriesOf(points: readonly WeatherPoint[]): WeatherSeries {
  const valuesOf = (of: Quantity) => {
    const values = points.map((point) => point[of] ?? null);
    return values.some((value) => value !== null) ? [[of, values] as const] : [];
  };
  // One text a day, not one a point.
  let date = '';
  return {
    at: points.map(({ local_time }) => Date.parse(local_time) / 1_000),
    dates: points.map(({ local_time }) =>
      local_time.startsWith(date) && date !== '' ? date : (date = local_time.slice(0, 10)),
    ),
    values: Object.fromEntries(QUANTITIES.flatMap(valuesOf)),
  };
}

/** The length of each local day, and the share of its hours in which each quantity was measured. */
export function useMeasuredDays({ projectId, timezone, from, to }: Span) {
  const query = { projectId, timezone, from, to };
  return useQuery({
    queryKey: ['measured-days', query],
    queryFn: ({ signal }): Promise<readonly MeasuredDay[]> =>
      dataOf(furrow.GET('/api/console/measured-days', { params: { query }, signal })),
    staleTime: 60_000,
  });
}

export const plantAsked = (span: Span) => ({
  ...asked(span),
  interval: span.detail === '1d' ? ('1d' as const) : ('1h' as const),
});

/** KPIs are daily values, so the resolution is an hour at most. */
export function usePlant(span: Span) {
  const query = plantAsked(span);
  return useQuery({
    queryKey: ['plant', query],
    queryFn: ({ signal }) => dataOf(furrow.GET('/api/iot/plant', { params: { query }, signal })),
    staleTime: 60_000,
  });
}

export const soilAsked = (span: Span) => ({ ...asked(span), interval: span.detail });

export function useSoil(span: Span) {
  const query = soilAsked(span);
  return useQuery({
    queryKey: ['soil', query],
    queryFn: ({ signal }) => dataOf(furrow.GET('/api/iot/soil', { params: { query }, signal })),
    staleTime: 60_000,
  });
}

export function useIrrigation(span: Span) {
  const query = asked(span);
  return useQuery({
    queryKey: ['irrigation', query],
    queryFn: ({ signal }) => dataOf(furrow.GET('/api/iot/irrigation', { params: { query }, signal })),
    staleTime: 60_000,
  });
}
