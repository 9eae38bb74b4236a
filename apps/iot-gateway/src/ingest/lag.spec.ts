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

  it('grows no longer than what is on its way, however much set off at once', () => {
    const lag = new Lag(() => undefined);
    const began = performance.now();
    const flights = [lag.begin()];
    while (performance.now() - began < 3) flights.push(lag.begin());
    expect(new Set(flights).size).toBeGreaterThan(1);
    expect(new Set(flights).size).toBeLessThan(flights.length);
    for (const flight of flights.slice(1)) lag.end(flight, true);
    expect(lag.seconds).toBeGreaterThan(0.002);
    lag.end(flights[0]!, true);
    expect(lag.seconds).toBe(0);
  });
});
