import type { ProductionRecord, ProductionSession } from '@furrow/production/domain';

/**
 * A record as create and get answer it.
 * @param authors idpIds by user id; the session's owner may be left out
 */
export function recordAnswer(
  { state }: ProductionRecord,
  session: ProductionSession,
  authors: ReadonlyMap<string, string> = new Map(),
) {
  return {
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
    createdBy: authors.get(state.createdBy) ?? session.owner.idpId,
    notes: state.notes,
  };
}
