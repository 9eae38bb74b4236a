import { expect, it } from '@jest/globals';
import type { FarmEvent } from '../../domain/index.ts';
import type { SessionOwners } from '../ports.ts';
import { OwnersOfSessions } from './owners-of-sessions.ts';

class Owners implements SessionOwners {
  readonly asked: (readonly string[])[] = [];
  async of(_companyId: string, sessionIds: readonly string[]) {
    this.asked.push(sessionIds);
    return new Map(sessionIds.map((sessionId) => [sessionId, `owner of ${sessionId}`]));
  }
}

/** Closed by the system, so that only the session says whom it concerns. */
const closed = (sessionId: string): FarmEvent => ({
  ...{ id: sessionId, type: 'session.closed', companyId: 'acme', userId: null, timestamp: '' },
  data: { sessionId },
});

it('the owners of all sessions are returned, also when the cache evicts some of them meanwhile', async () => {
  const source = new Owners();
  const owners = new OwnersOfSessions(source, 2);
  await owners.of('acme', [closed('a'), closed('b')]);
  expect([...(await owners.of('acme', [closed('c'), closed('a')])).keys()].sort()).toEqual(['a', 'c']);
  expect(source.asked).toEqual([['a', 'b'], ['c']]);
});
