import { describe, expect, it } from '@jest/globals';
import { Measurement } from './measurement.ts';
import { Metrics } from './metrics.ts';

describe('a measurement', () => {
  it('is taken once for concurrent requests, and is used until it is stale', async () => {
    let taken = 0;
    const lasting = new Measurement(async () => ++taken, 60_000);
    expect(await Promise.all([lasting.values(), lasting.values()])).toEqual([1, 1]);
    expect(await lasting.values()).toBe(1);
    const fleeting = new Measurement(async () => ++taken, 0);
    expect([await fleeting.values(), await fleeting.values()]).toEqual([2, 3]);
  });

  it('that fails has no value, and is tried again', async () => {
    let isAway = true;
    const measurement = new Measurement(async () => {
      if (isAway) throw new Error('away');
      return 7;
    }, 60_000);
    expect(await measurement.values()).toBeUndefined();
    isAway = false;
    expect(await measurement.values()).toBe(7);
  });

  it('that takes too long delays nobody, and is used once it is there', async () => {
    const answer = Promise.withResolvers<number>();
    const measurement = new Measurement(() => answer.promise, 60_000, 1);
    expect(await measurement.values()).toBeUndefined();
    answer.resolve(7);
    await answer.promise;
    expect(await measurement.values()).toBe(7);
  });
});

it('gauges that cannot be measured are not exported', async () => {
  const metrics = new Metrics();
  let isAway = false;
  metrics.measured({ furrow_a: 'A', furrow_b: 'B' }, 0, async () => {
    if (isAway) throw new Error('away');
    return { furrow_a: 1, furrow_b: 2 };
  });
  const lines = async () =>
    (await metrics.registry.metrics()).split('\n').filter((line) => /^furrow_[ab] /.test(line));
  expect(await lines()).toEqual(['furrow_a 1', 'furrow_b 2']);
  isAway = true;
  expect(await lines()).toEqual([]);
});
