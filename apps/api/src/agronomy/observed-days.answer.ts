import type { ReportObservedDays } from '@furrow/agronomy';
import * as s from '../openapi/schema.ts';

const percent = s.orNull(s.within(s.number, { minimum: 0, maximum: 100 }));

const observedDay = s.named('ObservedDay', 'A pest or disease in a sector on one local day.', {
  localDate: s.about(s.date, 'The local date in the project’s zone'),
  day: s.about(s.dateTime, 'Its first instant', '2026-01-31T03:00:00.000Z'),
  sectorId: s.about(s.idOf('sector'), 'The sector'),
  name: s.about(s.text, 'The pest or disease', 'Grapevine moth'),
  counted: s.about(s.orNull(s.within(s.number, { minimum: 0 })), 'Mean of what was counted', 10.5),
  incidence: s.about(percent, 'Share of the records that found it, %', 66.67),
  severity: s.about(percent, 'Mean severity, %', 23.75),
});

export const OBSERVED_DAYS = s.success(s.listOf(observedDay));

type Day = Awaited<ReturnType<ReportObservedDays['execute']>>[number];

export const observedDayAnswer = ({ day, ...figures }: Day): s.Value<typeof observedDay> => ({
  ...figures,
  day: day.toISOString(),
});
