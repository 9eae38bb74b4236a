import type { ReportObservedDays } from '@furrow/agronomy';
import {
  about,
  date,
  dateTime,
  idOf,
  listOf,
  named,
  number,
  orNull,
  success,
  text,
  type Value,
  within,
} from '../openapi/schema.ts';

const percent = orNull(within(number, { minimum: 0, maximum: 100 }));

const observedDay = named('ObservedDay', 'A pest or disease in a sector on one local day.', {
  localDate: about(date, 'The local date in the project’s zone'),
  day: about(dateTime, 'Its first instant', '2026-01-31T03:00:00.000Z'),
  sectorId: about(idOf('sector'), 'The sector'),
  name: about(text, 'The pest or disease', 'Grapevine moth'),
  counted: about(orNull(within(number, { minimum: 0 })), 'Mean of what was counted', 10.5),
  incidence: about(percent, 'Share of the records that found it, %', 66.67),
  severity: about(percent, 'Mean severity, %', 23.75),
});

export const OBSERVED_DAYS = success(listOf(observedDay));

type Day = Awaited<ReturnType<ReportObservedDays['execute']>>[number];

export const observedDayAnswer = ({ day, ...figures }: Day): Value<typeof observedDay> => ({
  ...figures,
  day: day.toISOString(),
});
