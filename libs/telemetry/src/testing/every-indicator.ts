import {
  CHILL_MODELS,
  DEGREE_DAY_CUTOFFS,
  DEGREE_DAY_METHODS,
  ET0_METHODS,
  type IndicatorSettings,
  settingsOf,
} from '../domain/index.ts';

export const EVERY_INDICATOR: readonly IndicatorSettings[] = [
  ...DEGREE_DAY_METHODS.flatMap((method) => [
    settingsOf('degree-days', { method, base: 8 }),
    ...DEGREE_DAY_CUTOFFS.map((cutoff) =>
      settingsOf('degree-days', { method, cutoff, base: 8, upper: 23.5 }),
    ),
  ]),
  ...CHILL_MODELS.map((model) => settingsOf('chill', { model })),
  ...ET0_METHODS.map((method) => settingsOf('et0', { method })),
  ...[settingsOf('dli', {}), settingsOf('powdery-mildew', {}), settingsOf('heat-index', {})],
];
