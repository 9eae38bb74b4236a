import { beforeEach, describe, expect, it } from '@jest/globals';
import { Buckets } from './buckets.ts';

describe('buckets', () => {
  let now: number;
  let buckets: Buckets;
  beforeEach(() => {
    now = 0;
    buckets = new Buckets(10, 20, { max: 2, now: () => now });
  });
  const take = (key: string, count: number) => (buckets.of(key).tokens -= count);

  it('are full at first, and gain tokens at their rate until they are full again', () => {
    take('a', 15);
    now = 500;
    expect(buckets.of('a').tokens).toBe(10);
    now = 60_000;
    expect(buckets.of('a').tokens).toBe(20);
  });

  it('may owe tokens', () => {
    take('a', 50);
    now = 2_000;
    expect(buckets.of('a').tokens).toBe(-10);
  });

  it('are bounded in number: the least recently used one is evicted', () => {
    take('a', 1);
    take('b', 2);
    buckets.of('a');
    take('c', 3);
    expect(['a', 'c', 'b'].map((key) => buckets.of(key).tokens)).toEqual([19, 17, 20]);
  });
});
