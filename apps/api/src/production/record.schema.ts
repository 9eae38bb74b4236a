import type { SchemaObject } from '@nestjs/swagger';
import {
  count,
  dateTime,
  flag,
  id,
  listOf,
  number,
  object,
  oneOf,
  orNull,
  success,
  text,
} from '../openapi/schema.ts';
import { MAX_BULK_RECORDS } from './bulk-sync.ts';
import { RECORD_BODY } from './record-body.ts';

const record = object({
  recordId: id,
  sessionId: id,
  projectId: id,
  sectorId: id,
  workerId: id,
  worker_name: text,
  units: { ...number, description: 'Negative for a void' },
  qualityId: orNull(id),
  qualityName: orNull(text),
  clientEventId: orNull(text),
  idempotencyKey: orNull(text),
  kind: oneOf('addition', 'void'),
  voided: flag,
  voidedAt: orNull(dateTime),
  voidsRecordId: orNull(id),
  recordedAt: dateTime,
  createdAt: dateTime,
  createdBy: { ...text, description: 'idpId' },
  notes: orNull(text),
});

const result = object({
  index: count,
  clientEventId: orNull(text),
  status: { type: 'integer', description: 'What the single endpoint would have answered' },
  'recordId?': id,
  'code?': text,
  'message?': text,
});

export const RECORD = success(record);
export const SYNCED = success(
  object({ results: listOf(result), summary: object({ created: count, repeated: count, failed: count }) }),
);
export const VOIDED = success(object({ recordId: id, voided: flag, counterRecordId: id, units: number }));
// The library's types still speak OpenAPI 3.0, where an exclusive minimum was a flag.
export const RECORD_REQUEST = RECORD_BODY as unknown as SchemaObject;
export const SYNC_REQUEST: SchemaObject = {
  type: 'object',
  required: ['records'],
  properties: { records: { ...listOf(RECORD_REQUEST), minItems: 1, maxItems: MAX_BULK_RECORDS } },
};
