import { newId } from '@furrow/kernel';
import { newRecordId, type RecordState } from '@furrow/production/domain';
import type { Crew } from './stage/crews.ts';

export const paths = {
  bulk: '/api/control/production/records/bulk',
  single: '/api/control/production/records',
};
/** The answer to a request with one record. */
export const recordCreated = { status: 201, text: '"recordId":' };

/** A new record as a phone sends it, of one of a crew's workers and qualities. */
export function newRecord(crew: Crew, number: number) {
  const worker = crew.workers[number % crew.workers.length];
  const quality = crew.qualities[number % crew.qualities.length];
  const key = newId();
  return {
    sessionId: crew.sessionId,
    workerId: worker?.id ?? '',
    qualityId: quality?.id ?? null,
    units: 1 + (number % 400) / 8,
    clientEventId: `phone-${key}`,
    idempotencyKey: key,
    recordedAt: crew.openedAt,
  };
}

export type NewRecord = ReturnType<typeof newRecord>;

export function newRecords(crew: Crew, count: number): NewRecord[] {
  return Array.from({ length: count }, (_, i) => newRecord(crew, i));
}

/** The record as the service would write it, built without the service. */
export function stateOf(
  record: NewRecord,
  names: Pick<RecordState, 'workerName' | 'qualityName' | 'createdBy'>,
): RecordState {
  return {
    ...record,
    ...names,
    recordId: newRecordId(),
    units: String(record.units),
    kind: 'addition',
    voidsRecordId: null,
    voidedAt: null,
    recordedAt: new Date(record.recordedAt),
    createdAt: new Date(),
    notes: null,
    badge: null,
    capture: null,
    shares: null,
    ...{ container: null, count: null, gross: null, tare: null },
  };
}
