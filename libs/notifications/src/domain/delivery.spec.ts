import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Answer, judge, LONGEST_WAIT_MS, retryAfterMs, RetrySchedule } from './index.ts';

const NOW = new Date('2026-03-01T08:00:00Z');
const SCHEDULE = new RetrySchedule([5_000, 300_000]);
const judged = (answer: Partial<Answer>, failures = 0, random = 0.5) =>
  judge(
    { status: null, reason: null, duration: 12, ...answer },
    { at: NOW, failures, now: NOW },
    { schedule: SCHEDULE, random },
  );

describe('an attempt', () => {
  it('succeeds with any 2xx', () => {
    for (const status of [200, 202, 204, 299])
      expect(judged({ status })).toEqual({
        attempt: { time: NOW.toISOString(), status, duration: 12, reason: null },
        ...{ consequence: { status: 'delivered' }, isGone: false },
      });
  });

  it.each([301, 302, 307, 308])('fails with a redirect: %i', (status) => {
    expect(judged({ status })).toMatchObject({
      ...{ consequence: { status: 'pending', waitMs: 5_000 } },
      attempt: { reason: `answered ${status}: redirects are not followed` },
    });
  });

  it('fails with anything else, and says why', () => {
    for (const status of [400, 404, 429, 500, 503, 599])
      expect(judged({ status }).attempt.reason).toBe(`answered ${status}`);
    expect(judged({ reason: 'the connection was refused' }).attempt.reason).toBe(
      'the connection was refused',
    );
  });

  it.each([0, 99, 600, 999])(
    'fails with a number that is no status of HTTP, which is not stored: %i',
    (status) => {
      expect(judged({ status })).toMatchObject({
        ...{ consequence: { status: 'pending', waitMs: 5_000 }, isGone: false },
        attempt: { status: null, reason: 'the response has no valid HTTP status' },
      });
    },
  );

  it('fails with 101, because no other protocol is spoken', () => {
    expect(judged({ status: 101 })).toMatchObject({
      ...{ consequence: { status: 'pending', waitMs: 5_000 } },
      attempt: { status: 101, reason: 'answered 101: protocols are not switched' },
    });
  });

  it('ends the delivery if the receiver is gone', () => {
    expect(judged({ status: 410 })).toMatchObject({ consequence: { status: 'failed' }, isGone: true });
  });

  it('is the last when the schedule ends', () => {
    const statuses = [0, 1, 2].map((failures) => judged({ status: 500 }, failures).consequence);
    expect(statuses).toEqual([
      { status: 'pending', waitMs: 5_000 },
      { status: 'pending', waitMs: 300_000 },
      { status: 'failed' },
    ]);
  });

  it('is followed by one at the time that the receiver requested, if that is later, but not by days', () => {
    const wait = (retryAfter: string) => judged({ status: 503, retryAfter }).consequence;
    expect(wait('60')).toEqual({ status: 'pending', waitMs: 60_000 });
    expect(wait('1')).toEqual({ status: 'pending', waitMs: 5_000 });
    expect(wait('Sun, 01 Mar 2026 08:10:00 GMT')).toEqual({ status: 'pending', waitMs: 600_000 });
    expect(wait('999999999')).toEqual({ status: 'pending', waitMs: LONGEST_WAIT_MS });
  });
});

it.each(['', '-1', '1.5', 'soon', '9999999999', '2026-03-01', 'Sun, 01 Mar 2026', ' 60'])(
  'no waiting time is read from the Retry-After %j',
  (value) => expect(retryAfterMs(value, NOW)).toBe(0),
);

describe('a delivery', () => {
  const answer = fc.oneof(
    fc.record({
      status: fc.integer({ min: 100, max: 599 }),
      reason: fc.constant(null),
      retryAfter: fc.option(fc.string(), { nil: undefined }),
    }),
    fc.record({ status: fc.constant(null), reason: fc.constant('the connection was cut') }),
    fc.record({ status: fc.constant(503), reason: fc.constant(null), retryAfter: fc.nat(1e8).map(String) }),
  );
  const schedule = fc.array(fc.integer({ min: 1, max: 86_400_000 }), { maxLength: 9 });

  it('is tried until an attempt succeeds, at most as often as scheduled and never earlier, for any responses', () => {
    fc.assert(
      fc.property(
        schedule,
        fc.array(answer, { minLength: 10, maxLength: 10 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (waits, answers, random) => {
          let failures = 0;
          for (const each of answers) {
            const { consequence, attempt, isGone } = judge(
              { ...each, duration: 7 },
              { at: NOW, failures, now: NOW },
              { schedule: new RetrySchedule(waits), random },
            );
            const isGood = each.status !== null && each.status >= 200 && each.status < 300;
            expect(consequence.status === 'delivered').toBe(isGood);
            expect(attempt.reason === null).toBe(isGood);
            if (consequence.status !== 'pending') {
              expect(isGood || isGone || failures === waits.length).toBe(true);
              return;
            }
            const wait = waits[failures] ?? 0;
            expect(consequence.waitMs).toBeGreaterThanOrEqual(Math.floor(wait * 0.8));
            expect(consequence.waitMs).toBeLessThanOrEqual(Math.max(Math.ceil(wait * 1.2), LONGEST_WAIT_MS));
            failures++;
          }
          expect(failures).toBeLessThanOrEqual(waits.length);
        },
      ),
    );
  });
});
