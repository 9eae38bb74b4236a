import { type FieldProblem, instantWritten } from '@furrow/kernel';
import { MAX_UNITS, type RecordDraft, UNIT_DECIMALS } from '@furrow/production/domain';
import type { BulkKind } from '../http/bulk-sync.ts';
import { CompiledBody, id, instant, key } from '../http/bodies/compiled-body.ts';
import { bulkRequest } from '../http/bulk-schema.ts';
import { about, EXAMPLE_IDS, number, open, orNull, text, within } from '../openapi/schema.ts';

const body = open({
  sessionId: about(id, 'An open session of the user’s', EXAMPLE_IDS.session),
  workerId: about(id, 'A worker of the company', EXAMPLE_IDS.worker),
  units: about(
    within(number, { exclusiveMinimum: 0, maximum: MAX_UNITS, 'x-decimals': UNIT_DECIMALS }),
    `In the session’s \`samplingUnit\`, with at most ${UNIT_DECIMALS} decimals`,
    12.5,
  ),
  clientEventId: about(
    key,
    'The phone’s own name for the record, which therefore never counts twice',
    'phone-7/311',
  ),
  'idempotencyKey?': about(orNull(key), 'An optional second key', 'a1b2c3'),
  'qualityId?': about(orNull(id), 'A quality of the company', EXAMPLE_IDS.quality),
  'recordedAt?': about(
    orNull(instant),
    'ISO 8601 with `Z` or an offset; by default now. From 5 minutes before the opening to the end of the session',
    '2026-01-31T09:31:07-03:00',
  ),
  'notes?': about(orNull(within(text, { maxLength: 500 })), 'Free text for people', 'Second bin'),
});
const BODY = new CompiledBody(body);

export const RECORD_REQUEST = within(body, {
  title: 'RecordBody',
  description: 'Units to add to a session.',
});
export const SYNC_REQUEST = bulkRequest(
  'BulkBody',
  'Records that a phone collected while it was offline.',
  'records',
  RECORD_REQUEST,
);
/** A minimal record. */
export const EXAMPLE_RECORD = {
  ...{ sessionId: EXAMPLE_IDS.session, workerId: EXAMPLE_IDS.worker },
  ...{ units: 12.5, clientEventId: 'phone-7/311', recordedAt: '2026-01-31T09:31:07-03:00' },
};

/**
 * @param problems of the body's texts, found earlier
 * @throws ValidationFailed naming every wrong field; unknown members are wrong only in strict mode
 */
export function recordDraftOf(
  received: unknown,
  strict: boolean,
  problems: readonly FieldProblem[] = [],
): RecordDraft {
  const sent = BODY.check(received, strict, problems);
  return {
    sessionId: sent.sessionId.toLowerCase(),
    workerId: sent.workerId.toLowerCase(),
    qualityId: sent.qualityId?.toLowerCase() ?? null,
    units: String(sent.units),
    clientEventId: sent.clientEventId,
    idempotencyKey: sent.idempotencyKey ?? null,
    recordedAt: sent.recordedAt ? instantWritten(sent.recordedAt) : null,
    notes: sent.notes ?? null,
  };
}

/** As it is sent in bulk. */
export const BULK_OF_RECORDS: BulkKind<RecordDraft> = {
  ...{ list: 'records', id: 'recordId', fields: BODY.fields },
  draftOf: recordDraftOf,
};
