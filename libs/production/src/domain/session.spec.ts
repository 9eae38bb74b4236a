import { describe, expect, it } from '@jest/globals';
import { localDateOf } from '@furrow/kernel';
import fc from 'fast-check';
import { aSession, OPENED_AT } from '../testing/builders.ts';
import { ProductionSession } from './session.ts';

const at = (text: string) => new Date(text);
const HOUR = 3_600_000;
const later = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);
const refusal = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return undefined;
};

describe('the day and end of a session', () => {
  it('the end is after its maximum duration when midnight is later', () => {
    const session = aSession({ maxDurationHours: 8 });
    expect(session.end).toEqual({ at: at('2026-03-10T19:00:00Z'), reason: 'max_duration' });
  });

  it('the end is local midnight when that comes first', () => {
    const session = aSession({ maxDurationHours: 24 });
    expect(session.end).toEqual({ at: at('2026-03-11T03:00:00Z'), reason: 'midnight_local' });
  });

  it('midnight is the reason on a tie', () => {
    const session = aSession({ openedAt: at('2026-03-10T15:00:00Z'), maxDurationHours: 12 });
    expect(session.end).toEqual({ at: at('2026-03-11T03:00:00Z'), reason: 'midnight_local' });
  });

  it.each([
    // Santiago goes from 24:00 on the 7th straight to 01:00 on the 8th.
    [
      'America/Santiago',
      '2024-09-08T03:59:59.999Z',
      '2024-09-07',
      '2024-09-07T04:00:00Z',
      '2024-09-08T04:00:00Z',
    ],
    [
      'America/Santiago',
      '2024-09-08T04:00:00Z',
      '2024-09-08',
      '2024-09-08T04:00:00Z',
      '2024-09-09T03:00:00Z',
    ],
    // Havana has 00:00 on the 3rd twice, an hour apart, and one day.
    [
      'America/Havana',
      '2024-11-03T03:59:59.999Z',
      '2024-11-02',
      '2024-11-02T04:00:00Z',
      '2024-11-03T04:00:00Z',
    ],
    ['America/Havana', '2024-11-03T04:00:00Z', '2024-11-03', '2024-11-03T04:00:00Z', '2024-11-04T05:00:00Z'],
    ['America/Havana', '2024-11-03T04:30:00Z', '2024-11-03', '2024-11-03T04:00:00Z', '2024-11-04T05:00:00Z'],
    ['America/Havana', '2024-11-03T05:30:00Z', '2024-11-03', '2024-11-03T04:00:00Z', '2024-11-04T05:00:00Z'],
  ])('in %s at %s it is %s', (timezone, openedAt, localDate, day, midnightAt) => {
    const { state } = aSession({ timezone, openedAt: at(openedAt) });
    expect(state).toMatchObject({ localDate, day: at(day), midnightAt: at(midnightAt) });
  });

  it('the day has 25 hours with two midnights, and 23 with none', () => {
    const havana = aSession({ timezone: 'America/Havana', openedAt: at('2024-11-03T04:00:00Z') }).state;
    const santiago = aSession({ timezone: 'America/Santiago', openedAt: at('2024-09-08T04:00:00Z') }).state;
    expect(havana.midnightAt.getTime() - havana.day.getTime()).toBe(25 * HOUR);
    expect(santiago.midnightAt.getTime() - santiago.day.getTime()).toBe(23 * HOUR);
  });

  it('the end is within its day and its duration, whichever ends first, in any zone at any time', () => {
    const zones = [
      'America/Santiago',
      'America/Havana',
      'Asia/Tehran',
      'Pacific/Apia',
      'Australia/Lord_Howe',
      'UTC',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: at('2005-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z'), noInvalidDate: true }),
        fc.integer({ min: 1, max: 24 }),
        (timezone, openedAt, maxDurationHours) => {
          const session = aSession({ timezone, openedAt, maxDurationHours });
          const { day, midnightAt, localDate } = session.state;
          const { end } = session;
          const limit = later(openedAt, maxDurationHours * HOUR);
          expect(day.getTime()).toBeLessThanOrEqual(openedAt.getTime());
          expect(openedAt.getTime()).toBeLessThan(end.at.getTime());
          expect(end.at.getTime()).toBe(Math.min(limit.getTime(), midnightAt.getTime()));
          expect(end.reason === 'midnight_local').toBe(end.at.getTime() === midnightAt.getTime());
          expect(localDateOf(day, timezone)).toBe(localDate);
          expect(localDateOf(later(end.at, -1), timezone)).toBe(localDate);
        },
      ),
    );
  });
});

describe('opening a session', () => {
  it('accepts a clock that is 5 minutes ahead, but not more', () => {
    const ahead = (milliseconds: number) => () =>
      aSession({ openedAt: OPENED_AT, now: later(OPENED_AT, -milliseconds) });
    expect(refusal(ahead(300_000))).toBeUndefined();
    expect(refusal(ahead(300_001))).toBe('opened_in_future');
  });

  it('reports the server’s time to a clock that is wrong', () => {
    const now = at('2026-03-10T10:00:00Z');
    expect(() => aSession({ openedAt: OPENED_AT, now })).toThrow(
      expect.objectContaining({ facts: { serverTime: '2026-03-10T10:00:00.000Z' } }),
    );
  });

  it.each([0, 25, 1.5, Number.NaN])('refuses a maximum duration of %p hours', (maxDurationHours) => {
    expect(refusal(() => aSession({ maxDurationHours }))).toBe('validation_failed');
  });

  it('long after end and grace period creates one that the system closed at its end', () => {
    const session = aSession({ now: at('2026-03-20T00:00:00Z') });
    const closure = { at: at('2026-03-10T23:00:00Z'), by: 'system', reason: 'max_duration' };
    expect(session.state.closure).toEqual(closure);
    expect(session.isOpen(OPENED_AT)).toBe(false);
  });

  it('between end and grace period creates an open one', () => {
    expect(aSession({ now: at('2026-03-11T12:00:00Z') }).state.closure).toBeNull();
  });
});

describe('the grace period for late syncs', () => {
  const session = aSession({ syncGraceHours: 48 }); // ends 2026-03-10T23:00Z
  const lapse = at('2026-03-12T23:00:00Z');

  it('keeps the session open until its last millisecond', () => {
    expect(session.lapsesAt).toEqual(lapse);
    expect(session.isOpen(later(lapse, -1))).toBe(true);
    expect(session.isOpen(lapse)).toBe(false);
  });

  it('of 0 hours closes it at its end', () => {
    const strict = aSession({ syncGraceHours: 0 });
    expect(strict.isOpen(later(strict.end.at, -1))).toBe(true);
    expect(strict.isOpen(strict.end.at)).toBe(false);
  });

  it('leaves the session closed by the system at its end, even if that is not stored', () => {
    expect(session.state.closure).toBeNull();
    expect(session.closureAt(lapse)).toEqual({ at: session.end.at, by: 'system', reason: 'max_duration' });
    const acts = [
      () => session.update({ notes: 'late' }, lapse),
      () => session.close(null, lapse),
      () => session.extend(24, lapse),
      () => session.assertTakes(OPENED_AT, lapse),
    ];
    expect(acts.map(refusal)).toEqual(acts.map(() => 'session_not_open'));
  });

  it('survives storing and loading', () => {
    expect(ProductionSession.restore(session.state).state).toEqual(session.state);
    expect(ProductionSession.restore(session.state).lapsesAt).toEqual(lapse);
  });
});

describe('closing a session', () => {
  it('before its end sets the end to the time of closing', () => {
    const session = aSession();
    const now = later(OPENED_AT, HOUR);
    expect(session.close('done', now)).toEqual({ at: now, by: 'user', reason: 'manual' });
    expect(session.state).toMatchObject({
      finalNotes: 'done',
      closure: { at: now, by: 'user', reason: 'manual' },
    });
    expect(session.isOpen(OPENED_AT)).toBe(false);
  });

  it('in the grace period keeps the end', () => {
    const session = aSession();
    expect(session.close(null, later(session.end.at, 5 * HOUR))).toEqual({
      at: session.end.at,
      by: 'user',
      reason: 'manual',
    });
  });

  it('is possible once', () => {
    const session = aSession();
    session.close(null, OPENED_AT);
    expect(refusal(() => session.close(null, OPENED_AT))).toBe('session_not_open');
  });

  it('is final', () => {
    const session = aSession();
    const closure = session.close(null, later(OPENED_AT, HOUR));
    expect(session.closureAt(at('2027-01-01T00:00:00Z'))).toEqual(closure);
  });
});

describe('extending a session', () => {
  it('moves its end, counted from its opening', () => {
    const session = aSession({ maxDurationHours: 4 });
    session.extend(10, later(OPENED_AT, 3 * HOUR));
    expect(session.end).toEqual({ at: later(OPENED_AT, 10 * HOUR), reason: 'max_duration' });
  });

  it('may shorten it, but not to a duration that has passed', () => {
    const session = aSession({ maxDurationHours: 12 });
    const now = later(OPENED_AT, 6 * HOUR);
    expect(refusal(() => session.extend(6, now))).toBe('duration_elapsed');
    expect(session.end.at).toEqual(later(OPENED_AT, 12 * HOUR));
    session.extend(7, now);
    expect(session.end.at).toEqual(later(OPENED_AT, 7 * HOUR));
  });

  it('never moves it past midnight', () => {
    const session = aSession({ maxDurationHours: 4 });
    session.extend(24, OPENED_AT);
    expect(session.end).toEqual({ at: at('2026-03-11T03:00:00Z'), reason: 'midnight_local' });
  });

  it('works in the grace period', () => {
    const session = aSession({ maxDurationHours: 4 });
    session.extend(14, later(OPENED_AT, 13 * HOUR));
    expect(session.end.at).toEqual(later(OPENED_AT, 14 * HOUR));
  });

  it.each([0, 25, 2.5])('refuses %p hours', (hours) => {
    expect(refusal(() => aSession().extend(hours, OPENED_AT))).toBe('validation_failed');
  });
});

describe('updating a session', () => {
  const bonus = { type: 'fixed', value: 10, note: null } as const;
  const updated = (changes: Parameters<ProductionSession['update']>[0]) => {
    const session = aSession({ samplingUnit: 'kg', pricePerUnit: '120.50', bonus, notes: 'north gate' });
    return { differs: session.update(changes, OPENED_AT), state: session.state };
  };

  it.each([
    [{}],
    [{ samplingUnit: 'kg', notes: 'north gate' }],
    [{ pricePerUnit: '120.5' }],
    [{ pricePerUnit: '1205e-1' }],
    [{ bonus: { ...bonus } }],
  ])('reports that %j changes nothing', (changes) => {
    expect(updated(changes).differs).toBe(false);
  });

  it.each([
    [{ samplingUnit: 'box' }],
    [{ pricePerUnit: '0' }],
    [{ notes: null }],
    [{ bonus: null }],
    [{ bonus: { ...bonus, value: 11 } }],
    [{ bonus: { ...bonus, type: 'percent' as const } }],
    [{ bonus: { ...bonus, note: 'rain' } }],
  ])('stores %j', (changes) => {
    const { differs, state } = updated(changes);
    expect(differs).toBe(true);
    expect(state).toMatchObject(changes);
  });

  it('is refused once the session is closed', () => {
    const session = aSession();
    session.close(null, OPENED_AT);
    expect(refusal(() => session.update({}, OPENED_AT))).toBe('session_not_open');
  });
});

describe('the records that a session accepts', () => {
  const session = aSession(); // 11:00Z to 23:00Z
  const now = later(OPENED_AT, 2 * HOUR);
  const takes = (recordedAt: Date, seenAt = now) => refusal(() => session.assertTakes(recordedAt, seenAt));

  it('may be made up to 5 minutes before its opening', () => {
    expect(takes(later(OPENED_AT, -300_000))).toBeUndefined();
    expect(takes(later(OPENED_AT, -300_001))).toBe('recorded_before_opening');
  });

  it('may be up to 5 minutes ahead of the server’s clock', () => {
    expect(takes(later(now, 300_000))).toBeUndefined();
    expect(takes(later(now, 300_001))).toBe('recorded_in_future');
    expect(() => session.assertTakes(later(now, 300_001), now)).toThrow(
      expect.objectContaining({ facts: { serverTime: now.toISOString() } }),
    );
  });

  it('must be made before its end, and may arrive in the grace period', () => {
    const inTheGrace = later(session.end.at, HOUR);
    expect(takes(session.end.at, inTheGrace)).toBeUndefined();
    expect(takes(later(session.end.at, 1), inTheGrace)).toBe('recorded_after_end');
  });

  it('are none once it is closed, whatever else is wrong', () => {
    const closed = aSession();
    closed.close(null, now);
    expect(refusal(() => closed.assertTakes(at('2030-01-01T00:00:00Z'), now))).toBe('session_not_open');
  });

  it('are its owner’s', () => {
    expect(refusal(() => session.assertOwnedBy(session.owner.userId))).toBeUndefined();
    expect(refusal(() => session.assertOwnedBy('somebody'))).toBe('not_session_owner');
  });
});

describe('a session that was opened without a price', () => {
  const opened = () => aSession({ pricePerUnit: '1', followsPrices: true });

  it('follows prices until one is stated for it, also the same', () => {
    const session = opened();
    expect(session.update({ notes: 'gate' }, OPENED_AT)).toBe(true);
    expect(session.state.followsPrices).toBe(true);
    expect(session.update({ pricePerUnit: '1' }, OPENED_AT)).toBe(true);
    expect(session.state.followsPrices).toBe(false);
    expect(session.update({ pricePerUnit: '1' }, OPENED_AT)).toBe(false);
  });

  it('has the price that the office states once it is closed', () => {
    const session = opened();
    session.close(null, OPENED_AT);
    expect(session.correct({ bonus: null, pricePerUnit: '1' }, OPENED_AT)).toBe(true);
    expect(session.state).toMatchObject({ pricePerUnit: '1', followsPrices: false });
  });
});
