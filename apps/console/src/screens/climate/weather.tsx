import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { WeatherPoint } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import type { PlotLine } from '../../parts/plot/plot-props.ts';
import { Plot } from '../../parts/plot/plot.tsx';
import { Empty } from '../../parts/states.tsx';
import { withGaps } from '../../series/gaps.ts';
import { type Span, useWeather } from './climate-query.ts';

type Quantity = Exclude<keyof WeatherPoint, 'local_time'>;

/** Seconds between points; undefined where stations decide. */
const STEPS = { raw: undefined, '15m': 900, '1h': 3_600, '1d': 86_400 } as const;

/** Every quantity that the stations of a project measured. */
export function Weather({ span }: { readonly span: Span }) {
  return (
    <section>
      <h2>
        <Trans>Weather</Trans>
      </h2>
      <Answered of={useWeather(span)}>{(points) => <Plots points={points} span={span} />}</Answered>
    </section>
  );
}

function Plots({ points, span }: { readonly points: readonly WeatherPoint[]; readonly span: Span }) {
  const { t } = useLingui();
  const quantities = useMemo(
    (): readonly (PlotLine & { readonly of: Quantity })[] => [
      { of: 'te', label: t`Temperature`, unit: '°C', digits: 1 },
      { of: 'hr', label: t`Relative humidity`, unit: '%', digits: 0 },
      { of: 'vpd', label: t`Vapour pressure deficit`, unit: 'kPa', digits: 2 },
      { of: 'wind', label: t`Wind`, unit: 'm/s', digits: 1 },
      { of: 'rain', label: t`Rain`, unit: 'mm', digits: 1, kind: 'bars' },
      { of: 'rad', label: t`Global radiation`, unit: 'W/m²', digits: 0 },
      { of: 'par', label: t`Light (PAR)`, unit: 'µmol/m²/s', digits: 0 },
      { of: 'wet', label: t`Leaf wetness`, unit: 'min', digits: 0, kind: 'bars' },
    ],
    [t],
  );
  if (points.length === 0)
    return (
      <Empty title={t`No station measured anything in these days.`}>
        <Trans>Choose other days, or see under Devices when a station was last heard.</Trans>
      </Empty>
    );
  return (
    <div className="plots">
      {quantities.map(({ of, ...line }) => (
        <OneQuantity key={of} of={of} line={line} points={points} span={span} />
      ))}
    </div>
  );
}

interface OneProps {
  readonly of: Quantity;
  readonly line: PlotLine;
  readonly points: readonly WeatherPoint[];
  readonly span: Span;
}

function OneQuantity({ of, line: { label, unit, digits, kind }, points, span }: OneProps) {
  const data = useMemo(
    () =>
      withGaps(
        points.map((point) => ({ at: Date.parse(point.local_time) / 1_000, values: [point[of] ?? null] })),
        STEPS[span.detail],
      ),
    [points, of, span.detail],
  );
  const lines = useMemo(
    (): PlotLine[] => [{ label, unit, ...(digits !== undefined && { digits }), ...(kind && { kind }) }],
    [label, unit, digits, kind],
  );
  if (!data.lines[0]?.some((value) => value !== null)) return null;
  return (
    <Plot
      label={`${label} (${unit})`}
      data={data}
      lines={lines}
      timeZone={span.timezone}
      isDaily={span.detail === '1d'}
    />
  );
}
