import { describe, expect, it } from '@jest/globals';
import { Lag } from './lag.ts';

describe('the lag', () => {
  it('is the age of the oldest that is in flight, and told of what was stored', () => {
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

  it('grows no longer than what is in flight, however much set off at once', () => {
    const lag = new Lag(() => undefined);
    const began = performance.now();
    const marks = [lag.begin()];
    while (performance.now() - began < 3) marks.push(lag.begin());
    expect(new Set(marks).size).toBeGreaterThan(1);
    expect(new Set(marks).size).toBeLessThan(marks.length);
    for (const mark of marks.slice(1)) lag.end(mark, true);
    expect(lag.seconds).toBeGreaterThan(0.002);
    lag.end(marks[0]!, true);
    expect(lag.seconds).toBe(0);
  });
});
