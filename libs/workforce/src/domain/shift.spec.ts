import { describe, expect, it } from '@jest/globals';
import { type DomainError, ValidationFailed } from '@furrow/kernel';
import fc from 'fast-check';
import { aShift } from '../testing/builders.ts';
import { breakTime, spanProblems } from './shift-span.ts';
import { Shift } from './shift.ts';

const NOW = new Date('2026-01-13T12:00:00.000Z');
const MADE = { shiftId: 'shift-1', by: { userId: 'u-1', idpId: 'idp|ana' }, at: NOW };
const ZONE = 'America/Santiago';
const at = (time: string) => new Date(`2026-01-12T${time}:00.000Z`);
const rest = (from: string, to: string) => ({ kind: 'rest' as const, startedAt: at(from), endedAt: at(to) });
const record = (over: Parameters<typeof aShift>[0] = {}) => Shift.record(aShift(over), ZONE, MADE);

function refusalOf(act: () => unknown): DomainError {
  try {
    act();
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('Nothing was refused');
}
const fieldsOf = (act: () => unknown) =>
  (refusalOf(act) as ValidationFailed).details.map(({ field }) => field);

describe('a shift', () => {
  it('belongs to the local date of its start, whose first instant is its day', () => {
    expect(record({ startedAt: at('02:30') }).state).toMatchObject({
      localDate: '2026-01-11',
      day: new Date('2026-01-11T03:00:00.000Z'),
    });
  });

  it('keeps its breaks in order and adds them up by kind', () => {
    const breaks = [rest('14:00', '14:10'), { ...rest('12:00', '12:45'), kind: 'meal' as const }];
    const { state } = record({ breaks });
    expect(state.breaks.map(({ kind }) => kind)).toEqual(['meal', 'rest']);
    expect([breakTime(state.breaks, 'meal'), breakTime(state.breaks, 'rest')]).toEqual([
      45 * 60_000,
      600_000,
    ]);
  });

  it('starts at most 5 minutes ahead', () => {
    const startedAt = new Date(NOW.getTime() + 300_000);
    expect(record({ startedAt, endedAt: null }).state.startedAt).toEqual(startedAt);
    const late = { startedAt: new Date(startedAt.getTime() + 1), endedAt: null };
    expect(refusalOf(() => record(late)).code).toBe('started_in_future');
  });

  it('ends at most 5 minutes ahead', () => {
    const startedAt = new Date(NOW.getTime() - 3_600_000);
    const [endedAt, late] = [300_000, 300_001].map((ahead) => new Date(NOW.getTime() + ahead)) as [
      Date,
      Date,
    ];
    expect(record({ startedAt, endedAt }).state.endedAt).toEqual(endedAt);
    expect(refusalOf(() => record({ startedAt, endedAt: late })).code).toBe('ends_in_future');
    const running = record({ startedAt, endedAt: null });
    expect(refusalOf(() => running.end(late, null, NOW)).code).toBe('ends_in_future');
    expect(running.end(endedAt, null, NOW)).toBe(true);
  });

  it('lasts at most 24 hours, including its breaks while it is running', () => {
    const endedAt = new Date(at('11:00').getTime() + 24 * 3_600_000);
    expect(record({ endedAt }).state.endedAt).toEqual(endedAt);
    expect(refusalOf(() => record({ endedAt: new Date(endedAt.getTime() + 1) })).code).toBe('shift_too_long');
    const breaks = [{ ...rest('12:00', '12:10'), endedAt: new Date(endedAt.getTime() + 1) }];
    expect(refusalOf(() => record({ endedAt: null, breaks })).code).toBe('shift_too_long');
  });

  it('names what is wrong with its times', () => {
    expect(fieldsOf(() => record({ endedAt: at('11:00') }))).toEqual(['endedAt']);
    expect(fieldsOf(() => record({ breaks: [rest('10:59', '11:10'), rest('19:00', '19:01')] }))).toEqual([
      ...['breaks[0].startedAt', 'breaks[1].endedAt'],
    ]);
    expect(fieldsOf(() => record({ breaks: [rest('12:00', '12:10'), rest('12:05', '12:06')] }))).toEqual([
      'breaks[1]',
    ]);
  });

  it('has no problem only if its breaks lie within it, one after the other', () => {
    const time = fc.integer({ min: 0, max: 12 });
    const breaks = fc.array(fc.record({ from: time, to: time }), { maxLength: 4 });
    fc.assert(
      fc.property(time, fc.option(time), breaks, (start, end, taken) => {
        const apart = taken.every(({ from, to }, index) =>
          taken.every((other, at) => at === index || to <= other.from || other.to <= from),
        );
        const within = taken.every(({ from, to }) => start <= from && from < to && to <= (end ?? 12));
        const span = {
          startedAt: new Date(start),
          endedAt: end === null ? null : new Date(end),
          breaks: taken.map(({ from, to }) => ({
            kind: 'rest' as const,
            startedAt: new Date(from),
            endedAt: new Date(to),
          })),
        };
        expect(spanProblems(span).length === 0).toBe(apart && within && (end === null || start < end));
      }),
    );
  });

  it('is repeated by its first content and its current content, and by nothing else', () => {
    const draft = aShift({ endedAt: null });
    const shift = Shift.record(draft, ZONE, MADE);
    const ended = { ...draft, endedAt: at('19:00') };
    expect([shift.isRepeatedBy(draft), shift.isRepeatedBy(ended)]).toEqual([true, false]);
    shift.end(at('19:00'), null, NOW);
    expect([shift.isRepeatedBy(draft), shift.isRepeatedBy(ended)]).toEqual([true, true]);
    const others = [
      { kind: 'hourly' as const },
      { workerId: 'other' },
      { notes: 'other' },
      { sectorId: 's' },
    ];
    for (const over of others) expect(shift.isRepeatedBy({ ...draft, ...over })).toBe(false);
  });

  it('ends once', () => {
    const shift = record({ endedAt: null, breaks: [rest('12:00', '12:10')] });
    expect(fieldsOf(() => shift.end(at('12:05'), null, NOW))).toEqual(['endedAt']);
    expect(shift.end(at('19:00'), null, NOW)).toBe(true);
    expect(shift.end(at('19:00'), [rest('12:00', '12:10')], NOW)).toBe(false);
    expect(refusalOf(() => shift.end(at('18:00'), null, NOW)).code).toBe('shift_ended');
    expect(refusalOf(() => shift.end(at('19:00'), [], NOW)).code).toBe('shift_ended');
  });

  it('is voided once, and cannot be ended then', () => {
    const shift = record({ endedAt: null });
    expect([shift.void('wrong', NOW), shift.void('other', NOW)]).toEqual([true, false]);
    expect(shift.state).toMatchObject({ voidedAt: NOW, voidReason: 'wrong' });
    expect(refusalOf(() => shift.end(at('19:00'), null, NOW)).code).toBe('shift_is_void');
  });
});
