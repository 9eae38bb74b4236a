import { Decimal } from '@furrow/kernel';
import type { CorrectRecord } from '@furrow/production';
import type { MovementLine, MovementMember } from '@furrow/production/sql';
import { CAPTURE_METHODS, type ProductionRecord, type ProductionSession } from '@furrow/production/domain';
import { numberOf } from '../http/number-of.ts';
import * as s from '../openapi/schema.ts';
import type { Code } from '../errors/codes.ts';
import { bulkAnswer } from '../http/bulk-schema.ts';
import type { Separator } from '../http/export/csv.ts';
import type { ListForm } from '../http/export/list-answer.ts';
import { alsoLocal, columnsOf, localDay, LocalTimes, table } from '../http/export/table.ts';
import { PAGE_META } from '../http/page-query.ts';

/** The refusals of a record with a valid body, alone and in a bulk sync. */
export const RECORD_REFUSALS = [
  'session_not_found',
  'worker_not_found',
  'quality_not_found',
  'badge_unknown',
  'container_unknown',
  'units_mismatch',
  'units_out_of_range',
  'gross_below_tare',
  'share_repeated',
  'not_session_owner',
  'idempotency_key_reused',
  'session_not_open',
  'recorded_in_future',
  'recorded_before_opening',
  'recorded_after_end',
] as const satisfies readonly Code[];

/** The members of a movement wherever it is shown. */
const movementMembers = {
  recordId: s.about(s.idOf('record'), 'Id of the record'),
  sessionId: s.about(s.idOf('session'), 'The session it counts in'),
  projectId: s.about(s.idOf('project'), 'The project of the session'),
  sectorId: s.about(s.idOf('sector'), 'The sector of the session'),
  workerId: s.about(s.orNull(s.idOf('worker')), 'Who picked them; null if several did, as `shares` says'),
  worker_name: s.about(s.orNull(s.text), 'As it was when the record was made', 'Ana María López'),
  kind: s.about(s.oneOf('addition', 'void'), 'A void cancels one addition'),
  qualityId: s.about(s.orNull(s.idOf('quality')), 'Its quality; null without one'),
  voided: s.about(s.flag, 'For an addition: whether it was voided'),
  voidedAt: s.about(s.orNull(s.dateTime), 'When it was voided', null),
  voidsRecordId: s.about(s.orNull(s.idOf('record')), 'For a void: the addition that it cancels', null),
  clientEventId: s.about(s.orNull(s.text), 'The phone’s own name for it; null for a void', 'phone-7/311'),
  idempotencyKey: s.about(s.orNull(s.text), 'The second key, if one was sent', null),
  recordedAt: s.about(s.dateTime, 'When the units were picked', '2026-01-31T12:31:07.000Z'),
  createdAt: s.about(s.dateTime, 'When the service received it', '2026-01-31T18:02:44.120Z'),
  notes: s.about(s.orNull(s.text), 'An addition’s notes, or a void’s reason', null),
};

const badge = s.about(s.orNull(s.text), 'The badge by which it was sent, in place of a worker', null);
const possibleRepeat = s.about(
  s.flag,
  'Whether another record of this worker, or of one of its workers, in this session is within its `repeatSeconds`',
  false,
);
const filled = {
  container: s.about(s.orNull(s.text), 'Key of its containers; null without any', null),
  count: s.about(s.orNull(s.count), 'The number of containers', null),
  gross: s.about(
    s.orNull(s.number),
    'The weight with the containers; null where they were not weighed',
    null,
  ),
  tare: s.about(s.orNull(s.number), 'Of one empty container, as it was when the record was made', null),
};
const share = s.named('RecordShare', 'The part of a record that counts for one of those who picked it.', {
  workerId: s.about(s.idOf('worker'), 'Who it counts for'),
  worker_name: s.about(s.text, 'As it was when the record was made', 'Ana María López'),
  weight: s.about(s.number, 'As it was sent; by default 1', 2),
  units: s.about(s.number, 'The part of the units, by weight; negative for a void', 6.25),
});
const shares = s.within(
  s.about(
    s.orNull(s.listOf(share)),
    'The parts of those who picked it together, in the order sent; they sum to `units`. Null if one worker did',
  ),
  {
    examples: [
      null,
      [
        { workerId: s.EXAMPLE_IDS.worker, worker_name: 'Ana María López', weight: 1, units: 6.25 },
        {
          workerId: '0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e25',
          worker_name: 'Luis Soto',
          weight: 1,
          units: 6.25,
        },
      ],
    ],
  },
);
const capture = s.named('Capture', 'How a phone came to know the worker.', {
  method: s.about(s.oneOf(...CAPTURE_METHODS), 'A QR code, a chip, a keyboard scanner, or by hand', 'qr'),
  badge: s.about(s.orNull(s.text), 'What was read', 'K7M2Q4XD'),
});

const shown = s.named(
  'ProductionRecord',
  'Units that a worker, or several together, picked in a session, or the counter-movement of a void.',
  {
    ...movementMembers,
    units: s.about(s.number, 'In the session’s `samplingUnit`; negative for a void', 12.5),
    qualityName: s.about(s.orNull(s.text), 'As it was when the record was made', 'Export'),
    createdBy: s.about(
      s.text,
      'The idpId of its sender, or of the admin who voided or corrected',
      'auth0|ana',
    ),
    badge,
    capture: s.about(s.orNull(capture), 'As it was sent', null),
    possibleRepeat,
    ...filled,
    shares,
  },
);

export const RECORD = s.success(shown);
export const RECORDS = s.success(s.listOf(shown), { meta: PAGE_META });
export const SYNCED = bulkAnswer({
  title: 'SyncResult',
  thing: 'record',
  clientEventId: 'phone-7/311',
  refusals: RECORD_REFUSALS,
  refusal: {
    code: 'session_not_open',
    message: 'The session is closed; it accepts no more changes or records.',
  },
});
export const VOIDED = s.success(
  s.object({
    recordId: s.about(s.idOf('record'), 'The addition'),
    voided: s.about(s.flag, 'Always true', true),
    counterRecordId: s.about(s.idOf('voidRecord'), 'Its counter-movement'),
    units: s.about(s.within(s.number, { exclusiveMaximum: 0 }), 'Of the counter-movement', -12.5),
  }),
);
export const CORRECTED = s.success(
  s.object({
    recordId: s.about(s.orNull(s.idOf('record')), 'The record in its place; null if it was taken back'),
    correctedRecordId: s.about(s.idOf('correctedRecord'), 'The record that was corrected, void now'),
    counterRecordId: s.about(s.idOf('voidRecord'), 'Its counter-movement'),
    units: s.about(s.number, 'What counts now', 12),
    difference: s.about(s.number, 'What counts more or less than before', -0.5),
  }),
);
interface AboutRecords {
  /** idpIds by user id; the session's owner may be left out. */
  readonly authors?: ReadonlyMap<string, string>;
  /** The ids of those that may be repeats. */
  readonly repeats: ReadonlySet<string>;
}

/**
 * A record as create and get answer it.
 */
export const recordAnswer = (
  { state }: ProductionRecord,
  session: ProductionSession,
  { authors, repeats }: AboutRecords,
): s.Value<typeof shown> => ({
  recordId: state.recordId,
  sessionId: state.sessionId,
  projectId: session.state.projectId,
  sectorId: session.state.sectorId,
  workerId: state.workerId,
  worker_name: state.workerName,
  units: Number(state.units),
  qualityId: state.qualityId,
  qualityName: state.qualityName,
  clientEventId: state.clientEventId,
  idempotencyKey: state.idempotencyKey,
  kind: state.kind,
  voided: state.voidedAt !== null,
  voidedAt: state.voidedAt?.toISOString() ?? null,
  voidsRecordId: state.voidsRecordId,
  recordedAt: state.recordedAt.toISOString(),
  createdAt: state.createdAt.toISOString(),
  createdBy: authors?.get(state.createdBy) ?? session.owner.idpId,
  notes: state.notes,
  badge: state.badge,
  capture: state.capture,
  possibleRepeat: repeats.has(state.recordId),
  ...{ container: state.container, count: state.count },
  ...{ gross: numberOf(state.gross), tare: numberOf(state.tare) },
  shares:
    state.shares?.map(({ workerId, workerName, weight, units }) => ({
      ...{ workerId, worker_name: workerName, weight: Number(weight), units: Number(units) },
    })) ?? null,
});

type Corrected = Awaited<ReturnType<CorrectRecord['execute']>>;

/** What a correction has changed. */
export function correctionAnswer({ corrected, counter, replacement }: Corrected) {
  const units = new Decimal(replacement?.state.units ?? 0);
  return {
    recordId: replacement?.state.recordId ?? null,
    correctedRecordId: corrected.state.recordId,
    counterRecordId: counter.state.recordId,
    units: Number(units.toFixed()),
    difference: Number(units.minus(corrected.state.units).toFixed()),
  };
}

const unit = s.about(s.orNull(s.text), 'What is counted', 'kg');
const { recordId, sessionId, projectId, sectorId, workerId, worker_name, kind, qualityId, ...rest } =
  movementMembers;
const { recordedAt, createdAt, notes, ...keys } = rest;

/** A movement in an export, in the order of its columns. The database writes its JSON, from members of the same names. */
const movement = s.named('Movement', 'Units that a worker picked, or the counter-movement of a void.', {
  ...{ recordId, sessionId },
  sessionLocalId: s.about(s.orNull(s.text), 'The phone’s own name for the session', 'phone-7/2026-01-31/1'),
  ...{ projectId, sectorId },
  sector_name: s.about(s.orNull(s.text), 'The sector’s name at the opening', 'N1'),
  day: s.about(s.dateTime, 'First instant of the local date of the session', '2026-01-31T03:00:00.000Z'),
  timezone: s.about(s.text, 'The project’s, by its IANA name', 'America/Santiago'),
  ...{ recordedAt, workerId, worker_name, kind },
  units: s.about(s.number, 'In `unit`; negative for a void', 12.5),
  ...{ unit, qualityId },
  qualityName: s.about(s.orNull(s.text), 'The quality’s name', 'Export'),
  ...keys,
  ...{ createdAt, notes, badge },
  captureMethod: s.about(
    s.orNull(s.oneOf(...CAPTURE_METHODS)),
    'How the phone came to know the worker',
    'qr',
  ),
  captureBadge: s.about(s.orNull(s.text), 'What it read', 'K7M2Q4XD'),
  possibleRepeat,
  ...filled,
  shares,
});
type Movement = s.WrittenAs<MovementMember, s.Value<typeof movement>>;

export const MOVEMENTS = s.success(s.listOf(movement));

export const MOVEMENTS_FORM: ListForm<Movement> = {
  name: 'records',
  table: table(
    columnsOf(movement, {
      day: localDay(),
      recordedAt: alsoLocal('recordedAt', 'recordedLocal'),
      // One line is one movement; the database writes the same text.
      shares: ({ shares: all }) =>
        all?.map(({ workerId, weight, units }) => `${workerId} ${weight} ${units}`).join(' | '),
    }),
  ),
};

const times = new LocalTimes();

/** Adds the local time, which the API calculates, to a line that PostgreSQL has written. */
export const movementLine = (
  { before, recordedAt: at, timezone, after }: MovementLine,
  separator: Separator,
) => `${[before, at, times.of(at, timezone), after].join(separator)}\r\n`;
