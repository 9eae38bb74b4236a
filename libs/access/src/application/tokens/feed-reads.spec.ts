import { describe, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import type { Principal } from '../../domain/principal.ts';
import type { FeedRead } from '../ports.ts';
import { FeedReads } from './feed-reads.ts';

const READER: Principal = { kind: 'token', companyId: 'acme', keyId: 'fk_a', scopes: [] };
const USER: Principal = { kind: 'user', companyId: 'acme', userId: 'ada', idpId: 'ada', role: 'admin' };
const minute = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 10, minutes));

describe('reads of feeds', () => {
  it('are written once for many pages, and kept while they cannot be written', async () => {
    const written: FeedRead[][] = [];
    let isDown = true;
    const clock = new FixedClock(minute(0));
    const store = {
      record: async (reads: readonly FeedRead[]) => {
        if (isDown) throw new Error('away');
        written.push([...reads]);
        return [];
      },
    };
    const reads = new FeedReads(store, clock);
    const note = (minutes: number, hasMore: boolean, principal: Principal = READER) => {
      clock.set(minute(minutes));
      reads.note(principal, 'harvest', hasMore);
    };
    note(1, false);
    note(2, true);
    const failing = reads.flush();
    note(3, true);
    note(4, true, USER);
    await expect(failing).rejects.toThrow('away');
    isDown = false;
    await reads.flush();
    await reads.flush();
    const behind = { readAt: minute(3), caughtUpAt: minute(1), behindSince: minute(2) };
    expect(written).toEqual([[{ keyId: 'fk_a', feed: 'harvest', ...behind }]]);
  });

  it('are written in slices, and those that are set aside are kept', async () => {
    const sizes: number[] = [];
    const store = {
      record: async (some: readonly FeedRead[]) => {
        sizes.push(some.length);
        return some.filter(({ keyId }) => keyId === 'fk_7');
      },
    };
    const reads = new FeedReads(store, new FixedClock(minute(0)));
    for (let i = 0; i < 600; i++) reads.note({ ...READER, keyId: `fk_${i}` }, 'harvest', false);
    await reads.flush();
    await reads.flush();
    expect(sizes).toEqual([500, 100, 1]);
  });
});
