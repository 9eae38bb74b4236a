import type { ProductionRecord, ProductionSession } from '@furrow/production/domain';

/** A record as create and get answer it. */
export function recordAnswer({ state }: ProductionRecord, session: ProductionSession) {
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
    // Only a session's owner adds to it, so the sender is the owner.
    createdBy: session.owner.idpId,
    notes: state.notes,
  };
}
