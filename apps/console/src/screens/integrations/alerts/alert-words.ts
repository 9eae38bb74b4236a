import { useLingui } from '@lingui/react/macro';
import type { Alert } from '../../../api/types.ts';
import { useFormat } from '../../../parts/format.ts';
import { durationOf, type Metric } from './alert-draft.ts';

export type AlertState = Alert['state'];

/** The displayed names of states. */
export function useAlertStates(): Readonly<Record<AlertState, string>> {
  const { t } = useLingui();
  return {
    ok: t`All well`,
    pending: t`Beyond the limit for now`,
    firing: t`Raised now`,
    no_data: t`No data`,
  };
}

export const METRIC_UNITS: Readonly<Record<Metric, string>> = {
  ...{ te: '°C', hr: '%', wind: 'm/s', rain: 'mm', rad: 'W/m²', par: 'µmol/m²/s', wet: 'min' },
  ...{ pressure: 'hPa', gust: 'm/s', dir: '°' },
  ...{ moisture: '%', temperature: '°C', ec: 'dS/m', tension: 'kPa' },
};

export function useMetricNames(): Readonly<Record<Metric, string>> {
  const { t } = useLingui();
  return {
    te: t`Temperature`,
    hr: t`Relative humidity`,
    wind: t`Wind`,
    rain: t`Rain`,
    rad: t`Global radiation`,
    par: t`Light (PAR)`,
    wet: t`Leaf wetness`,
    pressure: t`Air pressure`,
    gust: t`Gusts`,
    dir: t`Wind direction`,
    moisture: t`Soil moisture`,
    temperature: t`Soil temperature`,
    ec: t`Soil conductivity`,
    tension: t`Soil water tension`,
  };
}

/** The condition of a rule as a sentence. */
export function useRule(): (alert: Alert) => string {
  const { t } = useLingui();
  const { number, duration } = useFormat();
  const metrics = useMetricNames();
  return ({ kind, metric, above, below, clearBy, for: lasts }) => {
    const { count, unit } = durationOf(lasts);
    const time = duration(count, unit);
    if (kind === 'silent' || metric === null) return t`Raised when a device has sent nothing for ${time}.`;
    const what = metrics[metric];
    const value = (at: number) => `${number(at)} ${METRIC_UNITS[metric]}`;
    if (above !== null) {
      const [limit, clear] = [value(above), value(above - clearBy)];
      if (count === 0) return t`Raised when ${what} is above ${limit}; cleared at ${clear}.`;
      return t`Raised when ${what} is above ${limit} for ${time}; cleared at ${clear}.`;
    }
    const [limit, clear] = [value(below ?? 0), value((below ?? 0) + clearBy)];
    if (count === 0) return t`Raised when ${what} is below ${limit}; cleared at ${clear}.`;
    return t`Raised when ${what} is below ${limit} for ${time}; cleared at ${clear}.`;
  };
}
