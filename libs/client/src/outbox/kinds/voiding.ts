import { receiptWith, type Ref, type SingleKind } from './item-kind.ts';

/** A record to void: by the server's id, or by the `clientEventId` of one added to this outbox. */
export type NewVoid = { readonly reason?: string } & (
  | { readonly recordId: string; readonly clientEventId?: undefined }
  | { readonly clientEventId: string; readonly recordId?: undefined }
);

export const recordRef = (clientEventId: string): Ref => ({ kind: 'record', localId: clientEventId });

/** Its key is the record: voiding it again answers the same. */
export const voiding: SingleKind<NewVoid, NewVoid> = {
  prepare: (item) => item,
  needs: ({ clientEventId }) => (clientEventId === undefined ? [] : [recordRef(clientEventId)]),
  send: ({ recordId, clientEventId, reason }, { furrow, signal, idOf }) =>
    furrow.POST('/api/control/production/records/{recordId}/void', {
      params: { path: { recordId: recordId ?? idOf(recordRef(clientEventId)) } },
      body: reason === undefined ? {} : { reason },
      ...(signal && { signal }),
    }),
  receiptOf: (answer) => receiptWith('counterRecordId', answer, 201),
};
