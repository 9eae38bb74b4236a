import { describe, expect, it } from '@jest/globals';
import { Lag } from './lag.ts';

describe('the lag', () => {
  it('is the age of the oldest that is on its way, and told of what was stored', async () => {
    const told: number[] = [];
    const lag = new Lag((seconds) => told.push(seconds));
    expect(lag.seconds).toBe(0);
    const first = Promise.withResolvers<string>();
    const second = Promise.withResolvers<string>();
    const measured = [lag.measure(first.promise), lag.measure(second.promise)];
    const before = lag.seconds;
    second.resolve('stored');
    expect(await measured[1]).toBe('stored');
    expect(lag.seconds).toBeGreaterThan(before);
    first.reject(new Error('away'));
    await expect(measured[0]).rejects.toThrow('away');
    expect(lag.seconds).toBe(0);
    expect(told).toHaveLength(1);
  });
});
