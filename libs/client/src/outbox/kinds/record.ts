import type { BodyOf } from '../../answer.ts';
import type { BulkKind } from './item-kind.ts';
import { needsSession, type SessionNamed, sessionIdOf } from './session.ts';
import { type WorkerNamed, workerRef } from './worker.ts';

const BULK = '/api/control/production/records/bulk';
type Wire = BodyOf<typeof BULK, 'post'>['records'][number];

/** Refers to the worker who has a badge when the record is made. */
export interface BadgeNamed {
  readonly badge: string;
  readonly workerId?: undefined;
  readonly workerLocalId?: undefined;
}

/**
 * A record to send, of a session and a worker that the server knows or that were added to this outbox, or of a badge.
 * `clientEventId` and `recordedAt` default to a new id and now.
 */
export type NewRecord = Omit<Wire, 'sessionId' | 'workerId' | 'badge' | 'clientEventId'> &
  Partial<Pick<Wire, 'clientEventId'>> &
  SessionNamed &
  ((WorkerNamed & { readonly badge?: undefined }) | BadgeNamed);
export type RecordBody = NewRecord & { readonly clientEventId: string; readonly recordedAt: string };

export const record: BulkKind<NewRecord, RecordBody> = {
  key: 'clientEventId',
  prepare: (item, stamp) => ({
    ...item,
    clientEventId: item.clientEventId ?? stamp.id(),
    recordedAt: item.recordedAt ?? stamp.now(),
  }),
  needs: (body) => [
    ...needsSession(body),
    ...(body.workerLocalId === undefined ? [] : [workerRef(body.workerLocalId)]),
  ],
  bulk: {
    wireOf: (body, { idOf }) => {
      const { sessionLocalId: _, workerLocalId, workerId, badge, ...rest } = body;
      const sessionId = sessionIdOf(body, idOf);
      if (badge !== undefined) return { ...rest, sessionId, badge };
      return { ...rest, sessionId, workerId: workerId ?? idOf(workerRef(workerLocalId)) };
    },
    send: (items, { furrow, signal }) =>
      furrow.POST(BULK, { body: { records: items as Wire[] }, ...(signal && { signal }) }),
    idMember: 'recordId',
  },
};
