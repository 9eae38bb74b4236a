import type { ReadMeasuredDays } from '@furrow/telemetry';
import * as s from '../openapi/schema.ts';

const share = s.within(s.number, { minimum: 0, maximum: 1 });
const shareOf = (what: string) => s.about(share, `Of ${what}; absent without any`, 0.75);

const coverage = s.object({
  'te?': shareOf('air temperature'),
  'hr?': shareOf('relative humidity'),
  'vpd?': shareOf('vapour pressure deficit'),
  'wind?': shareOf('wind speed'),
  'rain?': shareOf('rain'),
  'rad?': shareOf('global radiation'),
  'par?': shareOf('photosynthetic photon flux density'),
  'wet?': shareOf('leaf wetness'),
});

const measuredDay = s.named('MeasuredDay', 'How much of a local day the stations of a project measured.', {
  date: s.about(s.date, 'The local date'),
  hours: s.about(s.number, 'Its length: 24 except for days of a clock change', 24),
  coverage: s.about(coverage, 'The share of its hours in which each was measured', { te: 1, hr: 0.75 }),
});

export const MEASURED_DAYS = s.success(s.listOf(measuredDay));

type Day = Awaited<ReturnType<ReadMeasuredDays['execute']>>[number];

export const measuredDayAnswer = (day: Day): s.Value<typeof measuredDay> => day;
