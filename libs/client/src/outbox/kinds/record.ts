import type { BodyOf } from '../../answer.ts';
import type { BulkKind, Sender } from './item-kind.ts';
import { needsSession, type SessionNamed, sessionIdOf } from './session.ts';
import { type WorkerNamed, workerRef } from './worker.ts';

const BULK = '/api/control/production/records/bulk';
type Wire = BodyOf<typeof BULK, 'post'>['records'][number];

type WireShare = NonNullable<Wire['shares']>[number];

/** Refers to the worker who has a badge when the record is made. */
export interface BadgeNamed {
  readonly badge: string;
  readonly workerId?: undefined;
  readonly workerLocalId?: undefined;
}

/** A worker's share of a record; the weight is 1 by default. */
export type NewShare = Pick<WireShare, 'weight'> &
  ((WorkerNamed & { readonly badge?: undefined }) | BadgeNamed);

/** Of several workers, who picked it together. */
export interface SharesNamed {
  readonly shares: readonly NewShare[];
  readonly badge?: undefined;
  readonly workerId?: undefined;
  readonly workerLocalId?: undefined;
}

/**
 * A record to send, of a session and a worker that the server knows or that were added to this outbox, of a badge, or of
 * several of them who share it. `clientEventId` and `recordedAt` default to a new id and now.
 */
export type NewRecord = Omit<Wire, 'sessionId' | 'workerId' | 'badge' | 'shares' | 'clientEventId'> &
  Partial<Pick<Wire, 'clientEventId'>> &
  SessionNamed &
  (
    | (((WorkerNamed & { readonly badge?: undefined }) | BadgeNamed) & { readonly shares?: undefined })
    | SharesNamed
  );
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
    ...(body.shares ?? [body]).flatMap(({ workerLocalId }) =>
      workerLocalId === undefined ? [] : [workerRef(workerLocalId)],
    ),
  ],
  bulk: {
    wireOf: (body, { idOf }) => {
      const { sessionLocalId: _, workerLocalId, workerId, badge, shares, ...rest } = body;
      const sessionId = sessionIdOf(body, idOf);
      if (shares !== undefined)
        return { ...rest, sessionId, shares: shares.map((share) => wireShareOf(share, idOf)) };
      if (badge !== undefined) return { ...rest, sessionId, badge };
      return { ...rest, sessionId, workerId: workerId ?? idOf(workerRef(workerLocalId)) };
    },
    send: (items, { furrow, signal }) =>
      furrow.POST(BULK, { body: { records: items as Wire[] }, ...(signal && { signal }) }),
    idMember: 'recordId',
  },
};

function wireShareOf({ workerLocalId, workerId, badge, ...rest }: NewShare, idOf: Sender['idOf']): WireShare {
  if (badge !== undefined) return { ...rest, badge };
  return { ...rest, workerId: workerId ?? idOf(workerRef(workerLocalId)) };
}
