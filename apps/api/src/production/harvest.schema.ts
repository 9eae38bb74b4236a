import {
  about,
  count,
  date,
  dateTime,
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
} from '../openapi/schema.ts';
import { FEED_MEMBERS } from '../http/feed-query.ts';
import { closedBy, closedReason } from './session.schema.ts';

const units = { ...number, minimum: 0 };
const qualityId = about(orNull(idOf('quality')), 'Null without a quality');
const qualityName = about(orNull(text), 'As it was when the records were made', 'Export');

const responsible = named('Responsible', 'Who opened the session.', {
  idpId: about(orNull(text), 'Their idpId', 'auth0|ana'),
  name: about(orNull(text), 'Full name', 'Ana Rojas'),
  email: about(orNull(text), 'An e-mail address', 'ana@example.com'),
  role: about(orNull(text), 'In the company', 'supervisor'),
  picture: about(orNull(text), 'A URL', null),
});

const worker = named('HarvestWorker', 'What one worker picked, exact as of now.', {
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

const session = named('HarvestSession', 'A session in the harvest report.', {
  sessionId: about(idOf('session'), 'The session'),
  localId: about(orNull(text), 'The phone’s own name for it', 'phone-7/2026-01-31/1'),
  projectId: about(idOf('project'), 'Where it was'),
  sectorId: about(idOf('sector'), 'Where in the project it was'),
  sector_name: about(orNull(text), 'The sector’s name at the opening', 'N1'),
  crop: about(orNull(text), 'Of the sector', 'Cherry'),
  variety: about(orNull(text), 'Of the sector', 'Lapins'),
  day: about(dateTime, 'First instant of the local date of the opening', '2026-01-31T03:00:00.000Z'),
  openedAt: about(orNull(dateTime), 'When the crew began'),
  closedAt: about(orNull(dateTime), 'Null while open', '2026-01-31T20:12:40.000Z'),
  createdAt: about(orNull(dateTime), 'When the service received it', '2026-01-31T11:00:02.184Z'),
  status: about(oneOf('open', 'closed'), 'A closed session no longer changes', 'closed'),
  closedBy: about(closedBy, 'Null while open', 'user'),
  closedReason: about(closedReason, 'Null while open', 'manual'),
  timezone: about(orNull(text), 'The project’s, by its IANA name', 'America/Santiago'),
  unit: about(orNull(text), 'What is counted', 'kg'),
  maxDurationHours: about(orNull(count), 'Hours', 12),
  harvestUnitId: about(orNull(text), 'The buyer’s or packing house’s name for the unit', 'HU-204'),
  harvestLotCode: about(orNull(text), 'The lot it goes into', 'LOT-2026-031'),
  workerCount: about(orNull(count), 'Workers with a record, even if all were voided', 8),
  notes: about(orNull(text), 'Of the opening', null),
  finalNotes: about(orNull(text), 'Of the closing', null),
  license_plate: about(orNull(text), 'Of the vehicle that takes it away', 'KXRB-42'),
  driver_name: about(orNull(text), 'Who drives it', 'Luis Soto'),
  totalUnits: about(units, 'Valid units, in `unit`, exact as of now', 412.5),
  needsRecalc: about(flag, 'The session-level qualityBreakdown lags behind the records right now'),
  qualityBreakdownAt: about(orNull(dateTime), 'When that snapshot was taken', '2026-01-31T20:12:41.302Z'),
  responsible,
  qualityBreakdown: about(
    listOf(
      named('SessionQuality', 'One quality’s part of a session’s snapshot.', {
        ...{ qualityId, qualityName },
        units: about(units, 'Valid units', 300),
        percent: about({ ...number, minimum: 0, maximum: 100 }, 'Of the snapshot’s units, %', 72.73),
      }),
    ),
    'By quality, refreshed within seconds',
  ),
  workers: about(listOf(worker), 'Those with a record'),
});

const sessionCount = about(count, 'Sessions in the response', 1);

export const HARVEST = success(listOf(session), {
  meta: {
    oneOf: [
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
    ],
  },
});

const pickedHour = named('PickedHour', 'One hour, and the same hour of the day before.', {
  endsAt: about(dateTime, 'Its end'),
  units: about(units, 'Valid units recorded in it', 486.5),
  dayBefore: about(units, 'Valid units recorded 24 hours earlier', 412),
});

export const PACE = success(
  listOf(
    named('HarvestPace', 'What was picked by the hour, of one unit.', {
      unit: about(orNull(text), 'What is counted', 'kg'),
      hours: about(listOf(pickedHour), 'The last twelve, in order of time'),
    }),
  ),
);
