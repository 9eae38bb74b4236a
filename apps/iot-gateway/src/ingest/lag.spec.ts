import { describe, expect, it } from '@jest/globals';
import { Lag } from './lag.ts';

describe('the lag', () => {
  it('is the age of the oldest message in flight, also after others are stored', () => {
    const measured: number[] = [];
    const lag = new Lag((seconds) => measured.push(seconds));
    expect(lag.seconds).toBe(0);
    const [first, second] = [lag.begin(), lag.begin()];
    const before = lag.seconds;
    lag.end(second, true);
    expect(lag.seconds).toBeGreaterThan(before);
    lag.end(first, false);
    expect(lag.seconds).toBe(0);
    expect(measured).toHaveLength(1);
  });

  it('keeps no more state than there is in flight, however much starts at once', () => {
    const lag = new Lag(() => undefined);
    const marks = [lag.begin()];
    for (let [distinct, shared] = [1, 0]; distinct < 3 || shared === 0;) {
      const mark = lag.begin();
      if (mark === marks.at(-1)) shared++;
      else distinct++;
      marks.push(mark);
    }
    for (const mark of marks.slice(1)) lag.end(mark, true);
    expect(lag.seconds).toBeGreaterThan(0.002);
    lag.end(marks[0]!, true);
    expect(lag.seconds).toBe(0);
  });
});
