import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { aSession, aShift, policyState, terms, wagesOf, work } from '../testing/builders.ts';
import { isBlocking, negativeGross, RunFlags, type WorkElsewhere } from './flags.ts';
import type { SessionFact, ShiftFact } from './pay-facts.ts';

const [MON, TUE] = ['2026-01-12', '2026-01-13'] as [LocalDate, LocalDate];
const PAID_BY_THE_HOUR = terms({ minimumWage: { amount: '10', per: 'hour' } });

function flagsOf(
  shifts: readonly ShiftFact[],
  sessions: readonly SessionFact[],
  elsewhere: readonly WorkElsewhere[] = [],
  day = TUE,
  policy = PAID_BY_THE_HOUR,
) {
  const flags = new RunFlags(
    shifts,
    wagesOf({ policies: [policyState(policy)] }),
    'EUR',
    { from: day, to: day },
    elsewhere,
  );
  for (const session of sessions) flags.add(session);
  return flags.all;
}

describe('missing hours', () => {
  it('are not told of units that were recorded in a shift of the night before', () => {
    const night = aShift(MON, 'piece', 8);
    const session = aSession(TUE, { work: [work('ana', '5', night.shiftId)] });
    expect(flagsOf([night], [session])).toEqual([]);
  });

  it('are told where no shift covers units and none begins on their day', () => {
    const session = aSession(TUE, { work: [work('ana', '5')] });
    expect(flagsOf([], [session]).map(({ code }) => code)).toEqual(['outside_shift', 'hours_missing']);
    const uncovered = { shiftId: null, units: '5' };
    const covered = { ...uncovered, isCovered: true };
    const told = (...units: (typeof covered | typeof uncovered)[]) =>
      flagsOf([], [aSession(TUE, { work: [{ workerId: 'ana', units }] })]).map(({ code }) => code);
    expect(told(covered)).toEqual(['outside_shift']);
    expect(told(covered, uncovered)).toEqual(['outside_shift', 'hours_missing']);
    const sameDay = flagsOf([aShift(TUE, 'hourly', 8)], [session]);
    expect(sameDay.map(({ code }) => code)).toEqual(['outside_shift']);
    const elsewhere = flagsOf([], [session], [{ workerId: 'ana', day: TUE }]);
    expect(elsewhere.map(({ code }) => code)).toEqual(['outside_shift', 'hours_elsewhere']);
  });
});

describe('hours in other projects', () => {
  it('are told once for a worker and workweek', () => {
    const elsewhere = [
      { workerId: 'ana', day: MON },
      { workerId: 'ana', day: TUE },
      { workerId: 'ben', day: TUE },
      { workerId: 'ana', day: '2026-01-11' as LocalDate },
    ];
    expect(flagsOf([aShift(TUE, 'piece', 8)], [], elsewhere)).toEqual([
      { code: 'hours_elsewhere', workerId: 'ana', day: TUE },
    ]);
    expect(flagsOf([aShift(TUE, 'piece', 8)], [], elsewhere.slice(3))).toEqual([]);
  });

  it('are told of a worker who has units of the project, but no hours in it', () => {
    const session = aSession(TUE, { work: [work('ana', '300', null)] });
    expect(flagsOf([], [session], [{ workerId: 'ana', day: MON }])).toContainEqual({
      ...{ code: 'hours_elsewhere', workerId: 'ana', day: TUE },
    });
  });

  it('are told of a worker with hours in the project that earn units of another', () => {
    const shift = aShift(TUE, 'piece', 8);
    const units = { workerId: 'ana', day: MON, isUnits: true };
    const told = { code: 'hours_elsewhere', workerId: 'ana', day: TUE };
    expect(flagsOf([shift], [], [units])).toEqual([told]);
    // Units alone are paid by the piece, wherever they are.
    const session = aSession(TUE, { work: [work('ana', '5', null)] });
    const codes = flagsOf([], [session], [units]).map(({ code }) => code);
    expect(codes).toEqual(['outside_shift', 'hours_missing']);
    // So they are where no hours count.
    expect(flagsOf([shift], [], [units], TUE, terms({}))).toEqual([]);
  });
});

it('a statement below zero prevents the freeze until it is acknowledged, and no other flag can be', () => {
  const [below, other] = [negativeGross([{ workerId: 'w-1', gross: -0.01 }])[0]!, 'no_price' as const];
  expect(negativeGross([{ workerId: 'w-2', gross: 0 }])).toEqual([]);
  expect(below).toEqual({ code: 'negative_gross', workerId: 'w-1' });
  expect([isBlocking(below), isBlocking(below, ['negative_gross'])]).toEqual([true, false]);
  expect(isBlocking({ code: other }, ['negative_gross'])).toBe(true);
  expect(isBlocking({ code: 'outside_shift' })).toBe(false);
});
