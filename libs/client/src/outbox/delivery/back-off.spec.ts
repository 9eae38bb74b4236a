import { describe, expect, it } from '@jest/globals';
import { FakeTime } from '../../testing/fake-time.ts';
import { BackOff, REAL_TIME } from './back-off.ts';

describe('waiting after failures', () => {
  it('is random up to a bound that doubles, until a call succeeds', () => {
    const longest = new BackOff(1_000, 5_000, new FakeTime(1));
    expect([1, 2, 3, 4, 5].map(() => longest.failed())).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(longest.failures).toBe(5);
    longest.succeeded();
    expect(longest.failed()).toBe(1_000);
    expect(new BackOff(1_000, 5_000, new FakeTime(0)).failed()).toBe(0);
  });

  it('starts with the time that the server requests, even across calls', () => {
    const time = new FakeTime(0.5);
    const backOff = new BackOff(1_000, 5_000, time);
    expect(backOff.failed(7_000)).toBe(7_500);
    time.pass(6_000);
    expect(backOff.owed).toBe(1_000);
    backOff.succeeded();
    time.pass(2_000);
    expect(backOff.owed).toBe(0);
  });

  it('ends at once when it is aborted', async () => {
    const controller = new AbortController();
    const asleep = REAL_TIME.sleep(3_600_000, controller.signal);
    controller.abort();
    await expect(asleep).resolves.toBeUndefined();
    await expect(REAL_TIME.sleep(3_600_000, controller.signal)).resolves.toBeUndefined();
  });
});
