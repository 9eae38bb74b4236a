import { localDateOf } from '@furrow/kernel';
import type { ListForm } from '../http/export/list-answer.ts';
import { columnsOf, table } from '../http/export/table.ts';
import {
  CHILL_MODELS,
  DEGREE_DAY_METHODS,
  ET0_METHODS,
  FIGURES,
  INDICATORS,
  THRESHOLD_NAMES,
} from '@furrow/telemetry/domain';
import * as s from '../openapi/schema.ts';

const share = s.within(s.number, { minimum: 0, maximum: 1 });

const day = s.named('IndicatorDay', 'An indicator on one local day of the project.', {
  day: s.about(s.dateTime, 'First instant of the local date', '2026-09-01T04:00:00.000Z'),
  value: s.about(s.orNull(s.number), 'In `meta.unit`; null where coverage is below `minCoverage`', 4.25),
  total: s.about(s.number, 'Sum of the values since `from`', 4.25),
  coverage: s.about(share, 'The share of the day’s hours with a reading of every input', 1),
  'method?': s.about(
    s.orNull(s.oneOf('asce', 'hargreaves')),
    'For et0: the method of this day’s value; null without a value',
    'asce',
  ),
  'mean?': s.about(
    s.orNull(s.number),
    'For heat-index, whose `value` is the highest of the hours: their mean; null without a value',
    31.2,
  ),
});

const threshold = s.named('IndicatorThreshold', 'A value from which on something is to be done.', {
  name: s.about(
    s.oneOf(...THRESHOLD_NAMES),
    'Of the heat index a category of the National Weather Service; of powdery mildew, where the shortest spray interval of the label applies',
    'danger',
  ),
  value: s.about(s.number, 'In `unit`', 39.4),
  warns: s.about(s.flag, 'Whether it calls for a warning', true),
});

export const INDICATOR = s.success(s.listOf(day), {
  meta: s.named('IndicatorMeta', 'What the figures are, and what they depend on.', {
    indicator: s.about(s.oneOf(...INDICATORS), 'As requested', 'et0'),
    method: s.about(
      s.oneOf(
        ...DEGREE_DAY_METHODS,
        ...CHILL_MODELS,
        ...ET0_METHODS,
        'hourly-means',
        'gubler-thomas',
        'rothfusz',
      ),
      'The method of calculation',
      'auto',
    ),
    unit: s.about(s.text, 'Unit of values and totals', 'mm'),
    source: s.about(s.text, 'Where the method is published', 'FAO Irrigation and Drainage Paper 56 (1998)'),
    countedSinceFrom: s.about(
      s.listOf(s.oneOf(...FIGURES)),
      'The members of a day that are by definition counted since `from`: `total`, and `value` for chill portions and powdery mildew. ' +
        'All others are the same for a day, whatever range is requested',
      ['total'],
    ),
    parameters: s.about(
      s.anyObject,
      'Everything the figures depend on, including defaults; for et0 also the position of the stations',
      { method: 'auto', latitude: -36.52, longitude: -71.61, altitude: 240, minCoverage: 0.75 },
    ),
    timezone: s.about(s.text, 'IANA name of the project’s zone, in which days are local', 'America/Santiago'),
    stations: s.about(s.listOf(s.text), 'The devices whose readings are in it', ['ws-01']),
    'thresholds?': s.about(
      s.listOf(threshold),
      'For heat-index and powdery-mildew: where something is to be done, ascending',
    ),
  }),
});

type IndicatorDay = s.Value<typeof day>;

/** @param own the member that only this indicator has */
export function indicatorForm(
  timezone: string,
  { name, own }: { readonly name: string; readonly own?: 'method' | 'mean' | undefined },
): ListForm<IndicatorDay> {
  const columns = columnsOf(day, {
    day: { day: (item) => item.day, date: (item) => localDateOf(new Date(item.day), timezone) },
    ...(own !== 'method' && { method: null }),
    ...(own !== 'mean' && { mean: null }),
  });
  return { name, table: table(columns) };
}
