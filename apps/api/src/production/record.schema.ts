import type { SchemaObject } from '@nestjs/swagger';
import {
  about,
  dateTime,
  EXAMPLE_IDS,
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
import type { Code } from '../errors/status-of-code.ts';
import { bulkAnswer, bulkList } from '../http/bulk-schema.ts';
import { PAGE_META } from '../http/page-query.ts';
import { RECORD_BODY } from './record-body.ts';

/** The refusals of a record with a valid body, alone and in a bulk sync. */
export const RECORD_REFUSALS = [
  'session_not_found',
  'worker_not_found',
  'quality_not_found',
  'not_session_owner',
  'idempotency_key_reused',
  'session_not_open',
  'recorded_in_future',
  'recorded_before_opening',
  'recorded_after_end',
] as const satisfies readonly Code[];

const record = named(
  'ProductionRecord',
  'Units that a worker picked in a session, or the counter-movement of a void.',
  {
    recordId: about(idOf('record'), 'Made by the service'),
    sessionId: about(idOf('session'), 'The session it counts in'),
    projectId: about(idOf('project'), 'The project of the session'),
    sectorId: about(idOf('sector'), 'The sector of the session'),
    workerId: about(idOf('worker'), 'Who picked them'),
    worker_name: about(text, 'As it was when the record was made', 'Ana María López'),
    units: about(number, 'In the session’s `samplingUnit`; negative for a void', 12.5),
    qualityId: about(orNull(idOf('quality')), 'Null without a quality'),
    qualityName: about(orNull(text), 'As it was when the record was made', 'Export'),
    clientEventId: about(orNull(text), 'The phone’s own name for it; null for a void', 'phone-7/311'),
    idempotencyKey: about(orNull(text), 'The second key, if one was sent', null),
    kind: about(oneOf('addition', 'void'), 'A void cancels one addition'),
    voided: about(flag, 'For an addition: whether it was voided'),
    voidedAt: about(orNull(dateTime), 'When it was voided', null),
    voidsRecordId: about(orNull(idOf('record')), 'For a void: the addition that it cancels', null),
    recordedAt: about(dateTime, 'When the units were picked', '2026-01-31T12:31:07.000Z'),
    createdAt: about(dateTime, 'When the service received it', '2026-01-31T18:02:44.120Z'),
    createdBy: about(text, 'The idpId of its sender, or of the admin who voided or corrected', 'auth0|ana'),
    notes: about(orNull(text), 'An addition’s notes, or a void’s reason', null),
  },
);

export const RECORD = success(record);
export const RECORDS = success(listOf(record), { meta: PAGE_META });
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
export const VOIDED = success(
  object({
    recordId: about(idOf('record'), 'The addition'),
    voided: about(flag, 'Always true', true),
    counterRecordId: about(idOf('voidRecord'), 'Its counter-movement'),
    units: about(
      { ...number, exclusiveMaximum: 0 } as unknown as SchemaObject,
      'Of the counter-movement',
      -12.5,
    ),
  }),
);
export const CORRECTED = success(
  object({
    recordId: about(orNull(idOf('record')), 'The record in its place; null if it was taken back'),
    correctedRecordId: about(idOf('correctedRecord'), 'The record that was corrected, void now'),
    counterRecordId: about(idOf('voidRecord'), 'Its counter-movement'),
    units: about(number, 'What counts now', 12),
    difference: about(number, 'What counts more or less than before', -0.5),
  }),
);
/** A minimal record. */
export const EXAMPLE_RECORD = {
  ...{ sessionId: EXAMPLE_IDS.session, workerId: EXAMPLE_IDS.worker },
  ...{ units: 12.5, clientEventId: 'phone-7/311', recordedAt: '2026-01-31T09:31:07-03:00' },
};
// The library's types are those of OpenAPI 3.0, where an exclusive minimum was a flag.
export const RECORD_REQUEST = {
  title: 'RecordBody',
  description: 'Units to add to a session.',
  ...RECORD_BODY,
} as unknown as SchemaObject;
export const SYNC_REQUEST = {
  title: 'BulkBody',
  description: 'Records that a phone collected while it was offline.',
  type: 'object',
  required: ['records'],
  properties: {
    records: bulkList(RECORD_REQUEST),
  },
} as SchemaObject;
