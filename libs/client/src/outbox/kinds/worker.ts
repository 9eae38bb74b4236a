import type { BodyOf } from '../../answer.ts';
import { dataUrlOf, type NewMedia } from '../media.ts';
import { UPLOAD_TIMEOUT_MS } from './upload-timeout.ts';
import { receiptWith, type Ref, type SingleKind } from './item-kind.ts';

const WORKERS = '/api/control/workers';
type Wire = BodyOf<typeof WORKERS, 'post'>;

/**
 * A worker to register. `localId` defaults to a new id. The server identifies people by name, hire date and document,
 * so registering the same person again yields the same worker.
 */
export type NewWorker = Omit<Wire, 'photo'> & {
  readonly localId?: string;
  /** JPEG, PNG or WebP. */
  readonly photo?: NewMedia['data'] | undefined;
};
export type WorkerBody = Omit<Wire, 'photo'> & { readonly localId: string };

/** Refers to a worker by the server's id, or by the local id of one registered in this outbox. */
export type WorkerNamed =
  | { readonly workerId: string; readonly workerLocalId?: undefined }
  | { readonly workerLocalId: string; readonly workerId?: undefined };

export const workerRef = (localId: string): Ref => ({ kind: 'worker', localId });

export const worker: SingleKind<NewWorker, WorkerBody> = {
  key: 'localId',
  prepare: ({ photo: _, localId, ...rest }, stamp) => ({ ...rest, localId: localId ?? stamp.id() }),
  mediaOf: ({ photo }) => (photo === undefined ? [] : [{ field: 'photo', data: photo }]),
  needs: () => [],
  send: ({ localId: _, ...rest }, { furrow, signal, media: [photo] }) => {
    const body: Wire = photo ? { ...rest, photo: dataUrlOf(photo) } : rest;
    const timeout = photo && { timeoutMs: UPLOAD_TIMEOUT_MS };
    return furrow.POST(WORKERS, { body, ...timeout, ...(signal && { signal }) });
  },
  receiptOf: (answer, status) => receiptWith('id', answer, status),
};
