import type { ReportPace } from '@furrow/production';
import type { HarvestMember } from '@furrow/production/sql';
import * as s from '../openapi/schema.ts';
import { FEED_MEMBERS } from '../http/feed-query.ts';
import type { ListForm } from '../http/export/list-answer.ts';
import { alsoLocal, columnsOf, localDay, tableOfParts } from '../http/export/table.ts';
import { closedBy, closedReason } from './session.answer.ts';
import { SESSION_DETAILS } from './session-details.ts';

const units = s.within(s.number, { minimum: 0 });
const qualityId = s.about(s.orNull(s.idOf('quality')), 'The quality; null without one');
const qualityName = s.about(s.orNull(s.text), 'As it was when the records were made', 'Export');

const responsible = s.named('Responsible', 'Who opened the session.', {
  idpId: s.about(s.orNull(s.text), 'idpId of the user', 'auth0|ana'),
  name: s.about(s.orNull(s.text), 'Full name', 'Ana Rojas'),
  email: s.about(s.orNull(s.text), 'An e-mail address', 'ana@example.com'),
  role: s.about(s.orNull(s.text), 'Role in the company', 'supervisor'),
  picture: s.about(s.orNull(s.text), 'URL of a picture', null),
});

export const harvestWorker = s.named('HarvestWorker', 'What one worker picked, exact as of now.', {
  workerId: s.about(s.idOf('worker'), 'The worker'),
  worker_name: s.about(s.orNull(s.text), 'As it was when the records were made', 'Ana María López'),
  validUnits: s.about(units, 'Units without those of voided records', 96.5),
  netUnits: s.about(s.number, 'Additions and counter-movements together', 96.5),
  recordCount: s.about(s.count, 'Additions, voided ones included', 9),
  voidedCount: s.about(s.count, 'Additions that were voided', 1),
  qualityBreakdown: s.about(
    s.listOf(
      s.named('WorkerQuality', 'What one worker picked of one quality.', {
        ...{ qualityId, qualityName },
        validUnits: s.about(units, 'Units without those of voided records', 96.5),
        recordCount: s.about(s.count, 'Additions, voided ones included', 9),
      }),
    ),
    'By quality',
  ),
});

export const SESSION_QUALITIES = s.about(
  s.listOf(
    s.named('SessionQuality', 'One quality’s part of a session’s snapshot.', {
      ...{ qualityId, qualityName },
      units: s.about(units, 'Valid units', 300),
      percent: s.about(s.within(s.number, { minimum: 0, maximum: 100 }), 'Of the snapshot’s units, %', 72.73),
    }),
  ),
  'By quality, refreshed within seconds',
);

/** In the order of its columns. The database writes its JSON, from members of the same names. */
const session = s.named('HarvestSession', 'A session in the harvest report.', {
  sessionId: s.about(s.idOf('session'), 'The session'),
  localId: s.about(s.orNull(s.text), 'The phone’s own name for it', 'phone-7/2026-01-31/1'),
  projectId: s.about(s.idOf('project'), 'The project that was harvested'),
  sectorId: s.about(s.idOf('sector'), 'The sector that was harvested'),
  sector_name: s.about(s.orNull(s.text), 'The sector’s name at the opening', 'N1'),
  crop: s.about(s.orNull(s.text), 'Crop of the sector', 'Cherry'),
  variety: s.about(s.orNull(s.text), 'Variety of the crop', 'Lapins'),
  day: s.about(s.dateTime, 'First instant of the local date of the opening', '2026-01-31T03:00:00.000Z'),
  timezone: s.about(s.orNull(s.text), 'The project’s, by its IANA name', 'America/Santiago'),
  openedAt: s.about(s.orNull(s.dateTime), 'When the crew began'),
  closedAt: s.about(
    s.orNull(s.dateTime),
    'When it was closed; null while it is open',
    '2026-01-31T20:12:40.000Z',
  ),
  createdAt: s.about(s.orNull(s.dateTime), 'When the service received it', '2026-01-31T11:00:02.184Z'),
  status: s.about(s.oneOf('open', 'closed'), 'A closed session no longer changes', 'closed'),
  closedBy: s.about(closedBy, 'Who closed it: its owner, or the system; null while it is open', 'user'),
  closedReason: s.about(closedReason, 'Why it was closed; null while it is open', 'manual'),
  responsible,
  workers: s.about(s.listOf(harvestWorker), 'The workers with a record'),
  unit: s.about(s.orNull(s.text), 'What is counted', 'kg'),
  maxDurationHours: s.about(s.orNull(s.count), 'The maximum duration, hours', 12),
  ...SESSION_DETAILS,
  notes: s.about(s.orNull(s.text), 'Notes of the opening', null),
  finalNotes: s.about(s.orNull(s.text), 'Notes of the closing', null),
  workerCount: s.about(s.orNull(s.count), 'Workers with a record, even if all were voided', 8),
  totalUnits: s.about(units, 'Valid units, in `unit`, exact as of now', 412.5),
  needsRecalc: s.about(s.flag, 'The session-level qualityBreakdown lags behind the records right now'),
  qualityBreakdownAt: s.about(
    s.orNull(s.dateTime),
    'When that snapshot was taken',
    '2026-01-31T20:12:41.302Z',
  ),
  qualityBreakdown: SESSION_QUALITIES,
});

const sessionCount = s.about(s.count, 'Sessions in the response', 1);

export const HARVEST = s.success(s.listOf(session), {
  meta: s.either(
    s.object({
      sessionCount,
      startTime: s.about(s.date, 'As requested'),
      endTime: s.about(s.date, 'As requested'),
    }),
    s.named('HarvestFeedMeta', 'Metadata of a feed.', {
      sessionCount,
      startTime: s.about(s.orNull(s.date), 'As requested; null without one'),
      endTime: s.about(s.orNull(s.date), 'As requested; null without one'),
      ...FEED_MEMBERS,
    }),
  ),
});

type Session = s.WrittenAs<HarvestMember, s.Value<typeof session>>;
type Worker = Session['workers'][number];
/** What one worker picked of one quality in a session; a session without records has one line without them. */
type Line = Session & { readonly worker?: Worker; readonly quality?: Worker['qualityBreakdown'][number] };

/** One line for each quality of each worker of a session, so that columns can be summed. */
export const HARVEST_FORM: ListForm<Session> = {
  name: 'harvest',
  table: tableOfParts<Session, Line>(
    columnsOf<Session, Line>(session, {
      day: localDay(),
      openedAt: alsoLocal('openedAt', 'openedLocal'),
      closedAt: alsoLocal('closedAt', 'closedLocal'),
      createdAt: alsoLocal('createdAt', 'createdLocal'),
      responsible: {
        responsible: ({ responsible: { idpId } }) => idpId,
        responsible_name: ({ responsible: { name } }) => name,
      },
      workers: {
        workerId: (line) => line.worker?.workerId,
        worker_name: (line) => line.worker?.worker_name,
        qualityId: ({ quality }) => quality?.qualityId,
        qualityName: ({ quality }) => quality?.qualityName,
        validUnits: ({ quality }) => quality?.validUnits,
        recordCount: ({ quality }) => quality?.recordCount,
      },
      ...{ workerCount: null, totalUnits: null, needsRecalc: null, qualityBreakdownAt: null },
    }),
    (whole) => {
      const lines = whole.workers.flatMap((each) =>
        each.qualityBreakdown.map((quality): Line => ({ ...whole, worker: each, quality })),
      );
      return lines.length > 0 ? lines : [whole];
    },
  ),
};

const pickedHour = s.named('PickedHour', 'One hour, and the same hour of the day before.', {
  endsAt: s.about(s.dateTime, 'End of the hour'),
  units: s.about(units, 'Valid units recorded in it', 486.5),
  dayBefore: s.about(units, 'Valid units recorded 24 hours earlier', 412),
});

export const harvestPace = s.named('HarvestPace', 'What was picked by the hour, of one unit.', {
  unit: s.about(s.orNull(s.text), 'What is counted', 'kg'),
  hours: s.about(s.listOf(pickedHour), 'The last twelve, in order of time'),
});

export const PACE = s.success(s.listOf(harvestPace));

type Picked = Awaited<ReturnType<ReportPace['execute']>>[number];

export const paceAnswer = ({ unit, hours }: Picked): s.Value<typeof harvestPace> => ({
  unit,
  hours: hours.map(({ endsAt, ...picked }) => ({ endsAt: endsAt.toISOString(), ...picked })),
});
