import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Answered } from '../../parts/answered.tsx';
import { Exports } from '../../parts/exports.tsx';
import type { Beside, PlotLine } from '../../parts/plot/plot-props.ts';
import { Plot } from '../../parts/plot/plot.tsx';
import { Empty } from '../../parts/states.tsx';
import { type Aligned, withGaps } from '../../series/gaps.ts';
import { localDate } from '../../time/local-day.ts';
import {
  type Quantity,
  QUANTITIES,
  type Span,
  useCoverage,
  useWeather,
  weatherAsked,
  type WeatherSeries,
} from './climate-query.ts';

/** Seconds between points; undefined where stations determine them. */
const STEPS = { raw: undefined, '15m': 900, '1h': 3_600, '1d': 86_400 } as const;

/** All quantities that the stations of a project measured. */
export function Weather({ span }: { readonly span: Span }) {
  const { t } = useLingui();
  return (
    <section className="tall">
      <h2>
        <Trans>Weather</Trans>
      </h2>
      <Answered of={useWeather(span)}>{(series) => <Plots series={series} span={span} />}</Answered>
      <Exports of={t`Weather`} from="/api/console/weather" filters={weatherAsked(span)} />
    </section>
  );
}

function useQuantities(): Readonly<Record<Quantity, PlotLine>> {
  const { t } = useLingui();
  return useMemo(
    () => ({
      te: { label: t`Temperature`, unit: '°C', digits: 1 },
      hr: { label: t`Relative humidity`, unit: '%', digits: 0 },
      vpd: { label: t`Vapour pressure deficit`, unit: 'kPa', digits: 2 },
      wind: { label: t`Wind`, unit: 'm/s', digits: 1 },
      rain: { label: t`Rain`, unit: 'mm', digits: 1, kind: 'bars' },
      rad: { label: t`Global radiation`, unit: 'W/m²', digits: 0 },
      par: { label: t`Light (PAR)`, unit: 'µmol/m²/s', digits: 0 },
      wet: { label: t`Leaf wetness`, unit: 'min', digits: 0, kind: 'bars' },
    }),
    [t],
  );
}

function Plots({ series, span }: { readonly series: WeatherSeries; readonly span: Span }) {
  const { t } = useLingui();
  const names = useQuantities();
  const coverage = useCoverage(span).data;
  const { measured, data } = useMemo(() => {
    const measured = QUANTITIES.filter((of) => series.values[of]);
    const lines = measured.map((of) => series.values[of] ?? []);
    return { measured, data: withGaps({ at: series.at, lines }, STEPS[span.detail]) };
  }, [series, span.detail]);
  if (measured.length === 0)
    return (
      <Empty title={t`No station measured anything in these days.`}>
        <Trans>Choose other days, or see under Devices when a station was last seen.</Trans>
      </Empty>
    );
  return (
    <div className="plots">
      {measured.map((of, i) => (
        <OneQuantity
          key={of}
          line={names[of]}
          at={data.at}
          values={data.lines[i] ?? []}
          span={span}
          shares={span.detail === '1d' ? coverage?.[of] : undefined}
        />
      ))}
    </div>
  );
}

interface OneProps {
  readonly line: PlotLine;
  readonly at: Aligned['at'];
  readonly values: readonly (number | null)[];
  readonly span: Span;
  /** The measured share of each day, by local date. */
  readonly shares: Readonly<Record<string, number>> | undefined;
}

function OneQuantity({ line, at, values, span: { timezone, detail }, shares }: OneProps) {
  const { t } = useLingui();
  const coverage = t`Coverage`;
  const data = useMemo((): Aligned => ({ at, lines: [values] }), [at, values]);
  const lines = useMemo(() => [line], [line]);
  const besides = useMemo((): Beside[] => {
    if (!shares) return [];
    const shareAt = (time: number) => shares[localDate(new Date(time * 1_000), timezone)] ?? null;
    return [{ label: coverage, shares: at.map(shareAt) }];
  }, [at, shares, timezone, coverage]);
  const label = `${line.label} (${line.unit})`;
  return <Plot {...{ label, data, lines, besides }} timeZone={timezone} isDaily={detail === '1d'} />;
}
