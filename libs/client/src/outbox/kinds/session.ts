import type { BodyOf } from '../../answer.ts';
import { receiptWith, type Ref, type SingleKind } from './item-kind.ts';

const SESSIONS = '/api/control/production/sessions';
type Wire = BodyOf<typeof SESSIONS, 'post'>;

/** A session to open. `localId` and `openedAt` default to a new id and now. */
export type NewSession = Omit<Wire, 'localId' | 'openedAt'> & Partial<Pick<Wire, 'localId' | 'openedAt'>>;
export type SessionBody = NewSession & { readonly localId: string; readonly openedAt: string };

/** Refers to a session by the server's id, or by the local id of one opened in this outbox. */
export type SessionNamed =
  | { readonly sessionId: string; readonly sessionLocalId?: undefined }
  | { readonly sessionLocalId: string; readonly sessionId?: undefined };

export const sessionRef = (localId: string): Ref => ({ kind: 'session', localId });

export const needsSession = ({ sessionLocalId }: SessionNamed): readonly Ref[] =>
  sessionLocalId === undefined ? [] : [sessionRef(sessionLocalId)];

export const sessionIdOf = (
  { sessionId, sessionLocalId }: SessionNamed,
  idOf: (ref: Ref) => string,
): string => sessionId ?? idOf(sessionRef(sessionLocalId));

export const session: SingleKind<NewSession, SessionBody> = {
  key: 'localId',
  prepare: ({ localId, openedAt, ...rest }, stamp) => ({
    ...rest,
    localId: localId ?? stamp.id(),
    openedAt: openedAt ?? stamp.now(),
  }),
  needs: () => [],
  // A place has one open session per day, so an earlier one may have to be closed first.
  after: ({ localId }, queue) => ({
    should: queue
      .earlier('close')
      .filter(({ body }) => (body as Partial<SessionNamed>).sessionLocalId !== localId),
  }),
  send: (body, { furrow, signal }) => furrow.POST(SESSIONS, { body, ...(signal && { signal }) }),
  receiptOf: (answer, status) => receiptWith('sessionId', answer, status),
};
