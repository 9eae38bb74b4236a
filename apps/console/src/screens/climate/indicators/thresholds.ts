import { useMemo } from 'react';
import type { IndicatorThreshold } from '../../../api/types.ts';
import type { Threshold } from '../../../parts/plot/plot-props.ts';
import type { IndicatorName } from './indicator.ts';
import type { Season } from './indicator-query.ts';
import { useThresholdNames } from './names.ts';

/** The highest threshold that a value has reached; undefined below the first, and without any. */
export const reachedBy = (value: number, { meta }: Season): IndicatorThreshold | undefined =>
  meta.thresholds?.findLast((threshold) => value >= threshold.value);

/** Where something is to be done: from a risk on, or from each category of heat that the season has reached. */
export function useThresholds(name: IndicatorName, { data, meta }: Season): Threshold[] {
  const names = useThresholdNames();
  return useMemo(() => {
    const highest = Math.max(...data.map(({ value }) => value ?? -Infinity));
    return (meta.thresholds ?? [])
      .filter(({ value }) => name !== 'heat-index' || value <= highest)
      .map((threshold) => ({ label: names[threshold.name], value: threshold.value }));
  }, [name, data, meta, names]);
}
