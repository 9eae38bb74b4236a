import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Answered } from '../../parts/answered.tsx';
import { Exports } from '../../parts/exports.tsx';
import type { Beside } from '../../parts/plot/plot-props.ts';
import { Plot } from '../../parts/plot/plot.tsx';
import { Empty } from '../../parts/states.tsx';
import { usualStep, withGaps } from '../../series/gaps.ts';
import {
  type Quantity,
  type Span,
  useMeasuredDays,
  useWeather,
  weatherAsked,
  type WeatherSeries,
} from './climate-query.ts';
import { useQuantities } from './quantities.ts';

/** Seconds between points; undefined where stations determine them. */
const STEPS = { raw: undefined, '15m': 900, '1h': 3_600, '1d': 86_400 } as const;

interface Props {
  readonly of: Quantity;
  readonly span: Span;
}

/** One quantity that the stations of a project measured. */
export function Weather({ of, span }: Props) {
  const { t } = useLingui();
  return (
    <>
      <Answered of={useWeather(span)}>
        {(series) => <OneQuantity key={of} of={of} span={span} series={series} />}
      </Answered>
      <Exports of={t`Weather`} from="/api/iot/weather" filters={weatherAsked(span)} />
    </>
  );
}

function OneQuantity({ of, span, series }: Props & { readonly series: WeatherSeries }) {
  const { t } = useLingui();
  const { timezone, detail } = span;
  const { at, dates } = series;
  const line = useQuantities()[of];
  const { data: days } = useMeasuredDays(span);
  const values = series.values[of];
  const coverage = t`Coverage`;
  const data = useMemo(() => {
    const measured = { at, lines: [values ?? []] };
    // A station that reports less often than the resolution has no gap between two of its readings.
    const step = STEPS[detail];
    return withGaps(measured, step && Math.max(step, usualStep(at)));
  }, [at, values, detail]);
  const lines = useMemo(() => [line], [line]);
  const besides = useMemo((): Beside[] => {
    if (!days || detail !== '1d') return [];
    const shares = new Map(days.map(({ date, coverage }) => [date, coverage[of]]));
    const dateAt = new Map(at.map((time, i) => [time, dates[i] ?? '']));
    return [{ label: coverage, shares: data.at.map((time) => shares.get(dateAt.get(time) ?? '') ?? null) }];
  }, [data, at, dates, days, of, detail, coverage]);
  if (!values)
    return (
      <Empty title={t`No station measured this in these days: ${line.label}.`}>
        <Trans>Choose other days, or see under Devices when a station was last seen.</Trans>
      </Empty>
    );
  const label = `${line.label} (${line.unit})`;
  return <Plot {...{ label, data, lines, besides }} timeZone={timezone} isDaily={detail === '1d'} />;
}
