import { describe, expect, it } from '@jest/globals';
import { aSession, OPENED_AT } from '../testing/builders.ts';
import { ProductionSession } from './session.ts';

/** 00:00 to 24:00 in Santiago. */
const [BEGIN, END] = [new Date('2026-03-10T03:00:00.000Z'), new Date('2026-03-11T03:00:00.000Z')];

function past(now: Date): ProductionSession {
  const {
    localDate: _,
    day: __,
    midnightAt: ___,
    closure: ____,
    ...state
  } = aSession({
    openedAt: BEGIN,
    maxDurationHours: 24,
  }).state;
  return ProductionSession.ofThePast(state, state, now);
}

describe('an imported session of the past', () => {
  it('is closed at its end by the system, once its day is over', () => {
    for (const now of [END, new Date('2036-01-01T00:00:00Z')]) {
      const session = past(now);
      expect(session.state).toMatchObject({
        localDate: '2026-03-10',
        day: BEGIN,
        closure: { at: END, by: 'system', reason: 'midnight_local' },
      });
      expect(session.isOpen(BEGIN)).toBe(false);
    }
  });

  it.each([new Date(END.getTime() - 1), OPENED_AT, new Date('2026-03-01T00:00:00Z')])(
    'cannot exist at %p',
    (now) => {
      expect(() => past(now)).toThrow('2026-03-10 is not over yet');
    },
  );
});
