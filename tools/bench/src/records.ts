import { newId } from '@furrow/kernel';
import { newRecordId, type RecordState } from '@furrow/production/domain';
import type { Crew } from './stage/crews.ts';

const BULK = '/api/control/production/records/bulk';
const SINGLE = '/api/control/production/records';
export const paths = { bulk: BULK, single: SINGLE };

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

export function newRecords(crew: Crew, count: number): ReturnType<typeof newRecord>[] {
  return Array.from({ length: count }, (_, i) => newRecord(crew, i));
}

/** The same record as the service would write it, built without the service. */
export function stateOf(crew: Crew, record: ReturnType<typeof newRecord>): RecordState {
  const named = ({ id, name }: { id: string; name: string }) => [id, name] as const;
  const names = new Map([...crew.workers, ...crew.qualities].map(named));
  return {
    ...record,
    recordId: newRecordId(),
    workerName: names.get(record.workerId) ?? '',
    qualityName: names.get(record.qualityId ?? '') ?? null,
    units: String(record.units),
    kind: 'addition',
    voidsRecordId: null,
    voidedAt: null,
    recordedAt: new Date(record.recordedAt),
    createdAt: new Date(),
    createdBy: crew.userId,
    notes: null,
    badge: null,
    capture: null,
    shares: null,
    ...{ container: null, count: null, gross: null, tare: null },
  };
}
