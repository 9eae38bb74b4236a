import { type FieldProblem, instantWritten } from '@furrow/kernel';
import { MAX_UNITS, type RecordDraft, UNIT_DECIMALS } from '@furrow/production/domain';
import type { BulkKind } from '../http/bulk-sync.ts';
import { about, CompiledBody, id, key, orNull } from '../http/bodies/compiled-body.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

interface RecordBody {
  sessionId: string;
  workerId: string;
  units: number;
  clientEventId: string;
  idempotencyKey?: string | null;
  qualityId?: string | null;
  recordedAt?: string | null;
  notes?: string | null;
}

const properties = {
  sessionId: about(id, 'An open session of the user’s', EXAMPLE_IDS.session),
  workerId: about(id, 'A worker of the company', EXAMPLE_IDS.worker),
  units: about(
    { type: 'number', exclusiveMinimum: 0, maximum: MAX_UNITS, 'x-decimals': UNIT_DECIMALS },
    `In the session’s \`samplingUnit\`, with at most ${UNIT_DECIMALS} decimals`,
    12.5,
  ),
  clientEventId: about(
    key,
    'The phone’s own name for the record, which therefore never counts twice',
    'phone-7/311',
  ),
  idempotencyKey: about(orNull(key), 'An optional second key', 'a1b2c3'),
  qualityId: about(orNull(id), 'A quality of the company', EXAMPLE_IDS.quality),
  recordedAt: about(
    orNull({ format: 'date-time' }),
    'ISO 8601 with `Z` or an offset; by default now. From 5 minutes before the opening to the end of the session',
    '2026-01-31T09:31:07-03:00',
  ),
  notes: about(orNull({ maxLength: 500 }), 'For people', 'Second bin'),
};

/** The members of a record's body, as JSON Schema. */
export const RECORD_BODY = {
  type: 'object',
  required: ['sessionId', 'workerId', 'units', 'clientEventId'],
  properties,
} as const;
const RECORDS_BODY = new CompiledBody<RecordBody>(RECORD_BODY);

/**
 * @param problems of the body's texts, found earlier
 * @throws ValidationFailed naming every wrong field; unknown members are wrong only in strict mode
 */
export function recordDraftOf(
  received: unknown,
  strict: boolean,
  problems: readonly FieldProblem[] = [],
): RecordDraft {
  const body = RECORDS_BODY.check(received, strict, problems);
  return {
    sessionId: body.sessionId.toLowerCase(),
    workerId: body.workerId.toLowerCase(),
    qualityId: body.qualityId?.toLowerCase() ?? null,
    units: String(body.units),
    clientEventId: body.clientEventId,
    idempotencyKey: body.idempotencyKey ?? null,
    recordedAt: body.recordedAt ? instantWritten(body.recordedAt) : null,
    notes: body.notes ?? null,
  };
}

/** As it is sent in bulk. */
export const BULK_OF_RECORDS: BulkKind<RecordDraft> = {
  ...{ list: 'records', id: 'recordId', fields: RECORDS_BODY.fields },
  draftOf: recordDraftOf,
};
