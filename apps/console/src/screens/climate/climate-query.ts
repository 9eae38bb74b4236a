import { useQuery } from '@tanstack/react-query';
import { consoleGet } from '../../api/console-paths.ts';
import { bodyOf } from '../../api/furrow.ts';
import type { IrrigationEvent, PlantPoint, WeatherPoint } from '../../api/types.ts';

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

/** A series of a project over a span, as its token endpoint answers it. */
function useSeries<Point>(
  name: 'weather' | 'plant' | 'irrigation',
  span: Span,
  query: Record<string, string>,
) {
  const { projectId, timezone, from, to } = span;
  const asked = { projectId, timezone, from: `${from}T00:00:00`, to: `${to}T23:59:59.999`, ...query };
  return useQuery({
    queryKey: [name, asked],
    queryFn: async ({ signal }) =>
      (await bodyOf(consoleGet<{ data: Point[] }>(`/api/console/${name}`, asked, { signal }))).data,
    staleTime: 60_000,
  });
}

export const useWeather = (span: Span) =>
  useSeries<WeatherPoint>('weather', span, { interval: span.detail, include: EXTRA });

/** KPIs change by the day: finer than an hour tells nothing. */
export const usePlant = (span: Span) =>
  useSeries<PlantPoint>('plant', span, { interval: span.detail === '1d' ? '1d' : '1h' });

export const useIrrigation = (span: Span) => useSeries<IrrigationEvent>('irrigation', span, {});
