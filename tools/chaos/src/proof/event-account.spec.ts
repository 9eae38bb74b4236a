import { describe, expect, it } from '@jest/globals';
import { accountOfEvents } from './event-account.ts';

const happened = [
  { type: 'worker.created', key: 'w1', count: 1 },
  { type: 'records.added', key: 's1', count: 5 },
];
const worker = (id: string, workerId = 'w1') => ({ id, type: 'worker.created', data: { workerId } });
const records = (id: string, count: number) => ({
  id,
  type: 'records.added',
  data: { sessionId: 's1', count },
});
const account = (...events: Parameters<typeof accountOfEvents>[1]['events'][number][]) =>
  accountOfEvents(happened, { events, attempts: 9, shared: 0 });

describe('received events', () => {
  it('are those that happened, for syncs of any size', () => {
    expect(account(worker('a'), records('b', 2), records('c', 3))).toEqual({
      ...{ committed: 6, delivered: 3, attempts: 9, lost: 0, unwanted: 0, shared: 0 },
      types: { 'worker.created': 1, 'records.added': 2 },
    });
  });

  it('are missing if they do not come, in part or at all', () => {
    expect(account(records('b', 2))).toMatchObject({ lost: 4, unwanted: 0 });
  });

  it('are too many if one comes under two ids, or nothing happened', () => {
    expect(account(worker('a'), worker('b'), worker('c', 'w2'), records('d', 5))).toMatchObject({
      ...{ lost: 0, unwanted: 2 },
    });
  });
});
