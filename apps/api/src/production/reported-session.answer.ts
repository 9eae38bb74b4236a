import type { ReportSession } from '@furrow/production';
import { paceOf } from '@furrow/production/domain';
import * as s from '../openapi/schema.ts';
import { harvestWorker, SESSION_QUALITIES } from './harvest.answer.ts';
import { SESSION_MEMBERS, sessionAnswer } from './session.answer.ts';

const perHour = s.orNull(s.within(s.number, { minimum: 0 }));

export const reportedSession = s.named('ReportedSession', 'A session with what its report tells.', {
  ...SESSION_MEMBERS,
  localDate: s.about(s.date, 'The local date of the opening'),
  pace: s.named('SessionPace', 'Valid units per hour since the opening, as of now or the end.', {
    perHour: s.about(perHour, 'Null within the first quarter of an hour', 75),
    perHourAndWorker: s.about(perHour, 'The same for each worker; also null without any', 9.375),
  }),
  workers: s.about(s.listOf(harvestWorker), 'Those with a record, by name'),
  qualityBreakdown: SESSION_QUALITIES,
  needsRecalc: s.about(s.flag, 'The qualityBreakdown lags behind the records right now'),
});

export const REPORTED_SESSION = s.success(reportedSession);

type Reported = Awaited<ReturnType<ReportSession['execute']>>;

export function reportedSessionAnswer(
  { report, ...shown }: Reported,
  now: Date,
): s.Value<typeof reportedSession> {
  const { session, sums } = shown;
  const { localDate, openedAt } = session.state;
  return {
    ...sessionAnswer(shown, now),
    ...{ localDate, pace: paceOf(openedAt, session.lastInstant(now), sums) },
    workers: report?.workers ?? [],
    qualityBreakdown: report?.qualityBreakdown ?? [],
    needsRecalc: report?.needsRecalc ?? true,
  };
}
