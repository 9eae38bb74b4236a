import { expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { ListFeedReads } from './list-feed-reads.ts';

const NOW = new Date('2026-01-31T12:00:00Z');
const read = (name: string, hoursAgo: number) => ({
  ...{ keyId: `fk_${name}`, name, feed: 'harvest', behindSince: null },
  readAt: new Date(NOW.getTime() - hoursAgo * 3_600_000),
});

it('says who has not read for a day', async () => {
  const reads = { all: async () => [read('awake', 24), read('asleep', 24.01)] };
  const listed = await new ListFeedReads(reads, new FixedClock(NOW)).execute('acme');
  expect(listed.map(({ name, silent }) => [name, silent])).toEqual([
    ['awake', false],
    ['asleep', true],
  ]);
});
