import type { BodyOf } from '../../answer.ts';
import { type BulkKind, receiptWith, type Ref, type SingleKind } from './item-kind.ts';
import { type WorkerNamed, workerRef } from './worker.ts';

const BULK = '/api/control/shifts/bulk';
const END = '/api/control/shifts/{shiftId}/end';
type Wire = BodyOf<typeof BULK, 'post'>['shifts'][number];

/**
 * A shift of a worker whom the server knows or who was registered in this outbox. Without `endedAt` it is running, and
 * is ended later. `clientEventId` defaults to a new id.
 */
export type NewShift = Omit<Wire, 'workerId' | 'clientEventId'> &
  Partial<Pick<Wire, 'clientEventId'>> &
  WorkerNamed;
export type ShiftBody = NewShift & { readonly clientEventId: string };

export const shift: BulkKind<NewShift, ShiftBody> = {
  key: 'clientEventId',
  prepare: (item, stamp) => ({ ...item, clientEventId: item.clientEventId ?? stamp.id() }),
  needs: ({ workerLocalId }) => (workerLocalId === undefined ? [] : [workerRef(workerLocalId)]),
  bulk: {
    wireOf: ({ workerLocalId, workerId, ...rest }, { idOf }) => ({
      ...rest,
      workerId: workerId ?? idOf(workerRef(workerLocalId)),
    }),
    send: (items, { furrow, signal }) =>
      furrow.POST(BULK, { body: { shifts: items as Wire[] }, ...(signal && { signal }) }),
    idMember: 'shiftId',
  },
};

/** The end of a running shift: by the server's id, or by the `clientEventId` of one recorded in this outbox. */
export type NewShiftEnd = BodyOf<typeof END, 'post'> &
  (
    | { readonly shiftId: string; readonly clientEventId?: undefined }
    | { readonly clientEventId: string; readonly shiftId?: undefined }
  );

const shiftRef = (clientEventId: string): Ref => ({ kind: 'shift', localId: clientEventId });

/** Its key is the shift: ending it again at the same instant answers the same. */
export const shiftEnd: SingleKind<NewShiftEnd, NewShiftEnd> = {
  prepare: (item) => item,
  needs: ({ clientEventId }) => (clientEventId === undefined ? [] : [shiftRef(clientEventId)]),
  send: ({ shiftId, clientEventId, ...body }, { furrow, signal, idOf }) =>
    furrow.POST(END, {
      params: { path: { shiftId: shiftId ?? idOf(shiftRef(clientEventId)) } },
      ...{ body, ...(signal && { signal }) },
    }),
  receiptOf: (answer) => receiptWith('shiftId', answer, 201),
};
