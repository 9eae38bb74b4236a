import type { IndicatorName } from './indicator.ts';

export const THRESHOLD_NAMES = [
  ...(['caution', 'extreme-caution', 'danger', 'extreme-danger'] as const),
  'shortest-interval',
] as const;
export type ThresholdName = (typeof THRESHOLD_NAMES)[number];

/** A value of an indicator from which on something is to be done. */
export interface Threshold {
  readonly name: ThresholdName;
  /** In the unit of the indicator. */
  readonly value: number;
  /** Whether it calls for a warning. */
  readonly warns: boolean;
}

/** @param fahrenheit as the National Weather Service states it */
const heat = (name: ThresholdName, fahrenheit: number, warns: boolean): Threshold => ({
  ...{ name, value: (fahrenheit - 32) / 1.8, warns },
});

const THRESHOLDS: Readonly<Partial<Record<IndicatorName, readonly Threshold[]>>> = {
  /** From extreme caution on, work in the heat may cause heat cramps, heat exhaustion or heat stroke. */
  'heat-index': [
    heat('caution', 80, false),
    heat('extreme-caution', 90, true),
    heat('danger', 103, true),
    heat('extreme-danger', 125, true),
  ],
  /** From here on the shortest spray interval of the label applies (UC IPM). */
  'powdery-mildew': [{ name: 'shortest-interval', value: 60, warns: true }],
};

/** The thresholds of an indicator in ascending order; undefined for one that has none. */
export const thresholdsOf = (indicator: IndicatorName): readonly Threshold[] | undefined =>
  THRESHOLDS[indicator];
