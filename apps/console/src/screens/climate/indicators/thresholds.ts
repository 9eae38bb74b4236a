import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Threshold } from '../../../parts/plot/plot-props.ts';
import { celsiusOf, HEAT_CATEGORIES } from './heat.ts';
import { type IndicatorName, RISK } from './indicator.ts';
import type { Season } from './indicator-query.ts';
import { useHeatNames } from './names.ts';

/** Where something is to be done: from a risk on, or from each category of heat that the season has reached. */
export function useThresholds(name: IndicatorName, season: Season): Threshold[] {
  const { t } = useLingui();
  const heat = useHeatNames();
  const act = t`Act from here on`;
  return useMemo(() => {
    if (name === 'powdery-mildew') return [{ label: act, value: RISK }];
    if (name !== 'heat-index') return [];
    const highest = Math.max(...season.data.map(({ value }) => value ?? -Infinity));
    return HEAT_CATEGORIES.map((one) => ({ label: heat[one.name], value: celsiusOf(one) })).filter(
      ({ value }) => value <= highest,
    );
  }, [name, season, heat, act]);
}
