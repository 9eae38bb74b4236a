import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { IndicatorThreshold } from '../../../api/types.ts';
import type { IndicatorName } from './indicator.ts';

/** The displayed names of the indicators. */
export function useIndicatorNames(): Readonly<Record<IndicatorName, string>> {
  const { t } = useLingui();
  return useMemo(
    () => ({
      'degree-days': t`Degree-days`,
      chill: t`Winter chill`,
      et0: t`Reference evapotranspiration`,
      dli: t`Daily light integral`,
      'powdery-mildew': t`Risk of powdery mildew`,
      'heat-index': t`Heat index`,
    }),
    [t],
  );
}

/** Names of indicators that fit a tile. */
export function useShortNames(): Readonly<Record<IndicatorName, string>> {
  const { t } = useLingui();
  return {
    ...useIndicatorNames(),
    ...{ et0: t`ET₀`, 'powdery-mildew': t`Mildew risk` },
  };
}

/** The displayed names of thresholds: the categories of the heat index, and what a risk asks for. */
export function useThresholdNames(): Readonly<Record<IndicatorThreshold['name'], string>> {
  const { t } = useLingui();
  return useMemo(
    () => ({
      caution: t`Caution`,
      'extreme-caution': t`Extreme caution`,
      danger: t`Danger`,
      'extreme-danger': t`Extreme danger`,
      'shortest-interval': t`Act from here on`,
    }),
    [t],
  );
}

/** The displayed names of the calculation methods, by the API’s identifiers. */
export function useMethodNames(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return useMemo(
    () => ({
      average: t`average`,
      'single-sine': t`single sine`,
      'double-sine': t`double sine`,
      'single-triangle': t`single triangle`,
      'double-triangle': t`double triangle`,
      horizontal: t`it counts as at the limit`,
      intermediate: t`it counts against the day`,
      vertical: t`growth stops`,
      portions: t`portions of the Dynamic Model`,
      utah: t`Utah units`,
      hours: t`hours above 0 and below 7.2 °C`,
      auto: t`as each day’s data allow`,
      asce: t`ASCE, hour by hour`,
      hargreaves: t`Hargreaves, from temperature alone`,
    }),
    [t],
  );
}

/** The displayed units, by the API’s identifiers; a risk has no unit. */
export function useUnitNames(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return useMemo(() => ({ 'chill portions': t`portions`, 'chill units': t`units`, '0–100': '' }), [t]);
}
