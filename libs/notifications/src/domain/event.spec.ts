import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bodyOf, type CommittedAct, EVENT_TYPES, eventsOf, readEventId, EVENT_ACTS } from './event.ts';

const ID = '0193e4a1-7f3b-7cc3-98c4-dc0c0c07398f';
const ACT: CommittedAct = {
  companyId: 'acme',
  micros: Date.parse('2026-03-01T08:00:00.123Z') * 1_000 + 456,
  entryId: 42,
  userId: 'ana',
  act: 'session.opened',
  subjects: ['s-1'],
  count: 1,
  within: null,
};
const eventsFor = (change: Partial<CommittedAct>) =>
  eventsOf({ ...ACT, ...change }).map(({ type, data }) => [type, data]);

describe('an event', () => {
  it('says what happened, when, and where to read more', () => {
    const [event, ...more] = eventsOf(ACT);
    expect(more).toEqual([]);
    expect(event && bodyOf(event)).toEqual({
      type: 'session.opened',
      timestamp: '2026-03-01T08:00:00.123Z',
      data: { sessionId: 's-1' },
    });
    expect(event).toMatchObject({ companyId: 'acme', userId: 'ana' });
  });

  it('is made of every act that has a public name', () => {
    const pair = { subjects: ['x'], within: ['y'] };
    expect(eventsFor({ ...pair, act: 'session.extended' })).toEqual([
      ['session.updated', { sessionId: 'x' }],
    ]);
    expect(eventsFor({ ...pair, act: 'session.lapsed' })).toEqual([['session.closed', { sessionId: 'x' }]]);
    expect(eventsFor({ ...pair, act: 'record.voided' })).toEqual([
      ['record.voided', { recordId: 'x', sessionId: 'y' }],
    ]);
    expect(eventsFor({ ...pair, act: 'worker.registered' })).toEqual([['worker.created', { workerId: 'x' }]]);
    expect(eventsFor({ ...pair, act: 'form_record.submitted' })).toEqual([
      ['form_record.submitted', { recordId: 'x', formId: 'y' }],
    ]);
    expect(eventsFor({ ...pair, act: 'alert.no_data' })).toEqual([
      ['alert.raised', { key: 'x', deviceId: 'y', state: 'no_data' }],
    ]);
    expect(eventsFor({ ...pair, act: 'webhook.given_up' })).toEqual([
      ['alert.raised', { webhookId: 'x', state: 'firing' }],
    ]);
    const acts = [...EVENT_ACTS.whole, ...EVENT_ACTS.counted];
    const types = acts.flatMap((act) => eventsOf({ ...ACT, act }).map(({ type }) => type));
    expect(new Set(types)).toEqual(new Set(EVENT_TYPES));
  });

  it('is one for a whole sync, with the count, and one for each thing with a name of its own', () => {
    const act = 'record.added';
    const subjects = Array.from({ length: 100 }, (_, index) => `r-${index}`);
    const within = ['s-1'];
    expect(eventsFor({ act, within, subjects, count: 1_000 })).toEqual([
      ['records.added', { sessionId: 's-1', count: 1_000 }],
    ]);
    expect(eventsFor({ act, within, subjects: ['r-1', 'r-2'], count: 2 })).toEqual([
      ['records.added', { sessionId: 's-1', count: 2, recordIds: ['r-1', 'r-2'] }],
    ]);
    expect(eventsFor({ act: 'shift.recorded', subjects: ['a', 'b'] })).toEqual([
      ['shift.recorded', { shiftId: 'a' }],
      ['shift.recorded', { shiftId: 'b' }],
    ]);
  });

  it('is not made of internal acts', () => {
    for (const act of ['user.updated', 'token.added', 'pay_run.opened', 'record.updated'])
      expect(eventsFor({ act })).toEqual([]);
  });

  it('has less than 20 kB, for any act', () => {
    const subjects = Array.from({ length: 100 }, () => ID);
    for (const act of [...EVENT_ACTS.whole, ...EVENT_ACTS.counted])
      for (const event of eventsOf({ ...ACT, act, subjects, count: 100, within: [ID] }))
        expect(JSON.stringify(bodyOf(event)).length).toBeLessThan(20_000);
  });
});

describe('an event’s id', () => {
  it('leads back to the act, and is unique', () => {
    fc.assert(
      fc.property(fc.nat(), fc.maxSafeNat(), fc.integer({ min: 1, max: 20 }), (entryId, micros, count) => {
        const subjects = Array.from({ length: count }, (_, index) => `s-${index}`);
        const events = eventsOf({ ...ACT, entryId, micros: micros % 4e15, subjects, count });
        const keys = events.map(({ id }) => readEventId(id));
        expect(keys).toEqual(subjects.map((_, index) => ({ micros: micros % 4e15, entryId, index })));
        expect(new Set(events.map(({ id }) => id)).size).toBe(count);
      }),
    );
  });

  it.each([
    '',
    'evt_',
    'evt_1_2',
    'evt_1_2_3_4',
    'evt_zzzzzzzzzzz_1_0',
    'evt_1_A_0',
    ' evt_1_1_0',
    'evt_1_1_00000',
  ])('is not %j', (text) => expect(readEventId(text)).toBeUndefined());
});
