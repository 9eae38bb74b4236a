import { describe, expect, it } from '@jest/globals';
import { Lag } from './lag.ts';

describe('the lag', () => {
  it('is the age of the oldest that is on its way, and told of what was stored', () => {
    const told: number[] = [];
    const lag = new Lag((seconds) => told.push(seconds));
    expect(lag.seconds).toBe(0);
    const [first, second] = [lag.begin(), lag.begin()];
    const before = lag.seconds;
    lag.end(second, true);
    expect(lag.seconds).toBeGreaterThan(before);
    lag.end(first, false);
    expect(lag.seconds).toBe(0);
    expect(told).toHaveLength(1);
  });
});
