import type { ReportPace } from '@furrow/production';
import type { HarvestMember } from '@furrow/production/sql';
import {
  about,
  count,
  date,
  dateTime,
  either,
  flag,
  idOf,
  listOf,
  named,
  number,
  object,
  oneOf,
  orNull,
  success,
  text,
  type Value,
  within,
  type WrittenAs,
} from '../openapi/schema.ts';
import { FEED_MEMBERS } from '../http/feed-query.ts';
import type { ListForm } from '../http/export/list-answer.ts';
import { alsoLocal, columnsOf, localDay, tableOfParts } from '../http/export/table.ts';
import { closedBy, closedReason } from './session.answer.ts';
import { SESSION_DETAILS } from './session-details.ts';

const units = within(number, { minimum: 0 });
const qualityId = about(orNull(idOf('quality')), 'The quality; null without one');
const qualityName = about(orNull(text), 'As it was when the records were made', 'Export');

const responsible = named('Responsible', 'Who opened the session.', {
  idpId: about(orNull(text), 'idpId of the user', 'auth0|ana'),
  name: about(orNull(text), 'Full name', 'Ana Rojas'),
  email: about(orNull(text), 'An e-mail address', 'ana@example.com'),
  role: about(orNull(text), 'Role in the company', 'supervisor'),
  picture: about(orNull(text), 'URL of a picture', null),
});

export const harvestWorker = named('HarvestWorker', 'What one worker picked, exact as of now.', {
  workerId: about(idOf('worker'), 'The worker'),
  worker_name: about(orNull(text), 'As it was when the records were made', 'Ana María López'),
  validUnits: about(units, 'Units without those of voided records', 96.5),
  netUnits: about(number, 'Additions and counter-movements together', 96.5),
  recordCount: about(count, 'Additions, voided ones included', 9),
  voidedCount: about(count, 'Additions that were voided', 1),
  qualityBreakdown: about(
    listOf(
      named('WorkerQuality', 'What one worker picked of one quality.', {
        ...{ qualityId, qualityName },
        validUnits: about(units, 'Units without those of voided records', 96.5),
        recordCount: about(count, 'Additions, voided ones included', 9),
      }),
    ),
    'By quality',
  ),
});

export const SESSION_QUALITIES = about(
  listOf(
    named('SessionQuality', 'One quality’s part of a session’s snapshot.', {
      ...{ qualityId, qualityName },
      units: about(units, 'Valid units', 300),
      percent: about(within(number, { minimum: 0, maximum: 100 }), 'Of the snapshot’s units, %', 72.73),
    }),
  ),
  'By quality, refreshed within seconds',
);

/** In the order of its columns. The database writes its JSON, from members of the same names. */
const session = named('HarvestSession', 'A session in the harvest report.', {
  sessionId: about(idOf('session'), 'The session'),
  localId: about(orNull(text), 'The phone’s own name for it', 'phone-7/2026-01-31/1'),
  projectId: about(idOf('project'), 'The project that was harvested'),
  sectorId: about(idOf('sector'), 'The sector that was harvested'),
  sector_name: about(orNull(text), 'The sector’s name at the opening', 'N1'),
  crop: about(orNull(text), 'Crop of the sector', 'Cherry'),
  variety: about(orNull(text), 'Variety of the crop', 'Lapins'),
  day: about(dateTime, 'First instant of the local date of the opening', '2026-01-31T03:00:00.000Z'),
  timezone: about(orNull(text), 'The project’s, by its IANA name', 'America/Santiago'),
  openedAt: about(orNull(dateTime), 'When the crew began'),
  closedAt: about(orNull(dateTime), 'When it was closed; null while it is open', '2026-01-31T20:12:40.000Z'),
  createdAt: about(orNull(dateTime), 'When the service received it', '2026-01-31T11:00:02.184Z'),
  status: about(oneOf('open', 'closed'), 'A closed session no longer changes', 'closed'),
  closedBy: about(closedBy, 'Who closed it: its owner, or the system; null while it is open', 'user'),
  closedReason: about(closedReason, 'Why it was closed; null while it is open', 'manual'),
  responsible,
  workers: about(listOf(harvestWorker), 'The workers with a record'),
  unit: about(orNull(text), 'What is counted', 'kg'),
  maxDurationHours: about(orNull(count), 'The maximum duration, hours', 12),
  ...SESSION_DETAILS,
  notes: about(orNull(text), 'Notes of the opening', null),
  finalNotes: about(orNull(text), 'Notes of the closing', null),
  workerCount: about(orNull(count), 'Workers with a record, even if all were voided', 8),
  totalUnits: about(units, 'Valid units, in `unit`, exact as of now', 412.5),
  needsRecalc: about(flag, 'The session-level qualityBreakdown lags behind the records right now'),
  qualityBreakdownAt: about(orNull(dateTime), 'When that snapshot was taken', '2026-01-31T20:12:41.302Z'),
  qualityBreakdown: SESSION_QUALITIES,
});

const sessionCount = about(count, 'Sessions in the response', 1);

export const HARVEST = success(listOf(session), {
  meta: either(
    object({
      sessionCount,
      startTime: about(date, 'As requested'),
      endTime: about(date, 'As requested'),
    }),
    named('HarvestFeedMeta', 'Metadata of a feed.', {
      sessionCount,
      startTime: about(orNull(date), 'As requested; null without one'),
      endTime: about(orNull(date), 'As requested; null without one'),
      ...FEED_MEMBERS,
    }),
  ),
});

type Session = WrittenAs<HarvestMember, Value<typeof session>>;
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

const pickedHour = named('PickedHour', 'One hour, and the same hour of the day before.', {
  endsAt: about(dateTime, 'End of the hour'),
  units: about(units, 'Valid units recorded in it', 486.5),
  dayBefore: about(units, 'Valid units recorded 24 hours earlier', 412),
});

export const harvestPace = named('HarvestPace', 'What was picked by the hour, of one unit.', {
  unit: about(orNull(text), 'What is counted', 'kg'),
  hours: about(listOf(pickedHour), 'The last twelve, in order of time'),
});

export const PACE = success(listOf(harvestPace));

type Picked = Awaited<ReturnType<ReportPace['execute']>>[number];

export const paceAnswer = ({ unit, hours }: Picked): Value<typeof harvestPace> => ({
  unit,
  hours: hours.map(({ endsAt, ...picked }) => ({ endsAt: endsAt.toISOString(), ...picked })),
});
