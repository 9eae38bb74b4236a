import { dataOf, type QueuedItem, type QueueView, type SingleKind } from './item-kind.ts';
import { needsSession, type SessionNamed, sessionIdOf, sessionRef } from './session.ts';
import { type NewVoid, recordRef } from './voiding.ts';

/** A session to close: one that the server knows, or one opened in this outbox. */
export type NewClosing = { readonly finalNotes?: string } & SessionNamed;

/** Its key is the session: closing a session that its owner has closed succeeds. */
export const closing: SingleKind<NewClosing, NewClosing> = {
  prepare: (item) => item,
  needs: needsSession,
  // A closed session accepts nothing more, so earlier items of it must be sent, corrected or discarded first.
  after: (body, queue) => {
    const isOurs = (named: object | undefined) =>
      named !== undefined && isSameSession(body, named as SessionNamed, queue);
    const isOfOurs = ({ body: voided }: QueuedItem) => {
      const { clientEventId } = voided as NewVoid;
      return clientEventId !== undefined && isOurs(queue.find(recordRef(clientEventId))?.body);
    };
    const voids = queue.earlier('void');
    return {
      must: [...queue.earlier('record').filter((item) => isOurs(item.body)), ...voids.filter(isOfOurs)],
      // The session of other items is unknown here.
      should: voids.filter((item) => !isOfOurs(item)),
    };
  },
  send: (body, { furrow, signal, idOf }) =>
    furrow.POST('/api/control/production/sessions/{sessionId}/close', {
      params: { path: { sessionId: sessionIdOf(body, idOf) } },
      body: body.finalNotes === undefined ? {} : { finalNotes: body.finalNotes },
      ...(signal && { signal }),
    }),
  receiptOf: (answer) => (dataOf(answer)['status'] === 'closed' ? { repeated: false } : undefined),
  // If the system closed the session first, a person must learn that the final notes were not stored.
  isDone: ({ code, facts }, { finalNotes }) =>
    code === 'session_not_open' && (facts['closedBy'] === 'user' || finalNotes === undefined),
};

function isSameSession(one: SessionNamed, other: SessionNamed, queue: Pick<QueueView, 'idOf'>): boolean {
  if (one.sessionLocalId !== undefined && one.sessionLocalId === other.sessionLocalId) return true;
  const idOf = ({ sessionId, sessionLocalId }: SessionNamed) =>
    sessionId ?? queue.idOf(sessionRef(sessionLocalId));
  const id = idOf(one);
  return id !== undefined && id === idOf(other);
}
