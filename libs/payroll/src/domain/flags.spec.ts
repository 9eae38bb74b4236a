import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { aSession, aShift, terms, work } from '../testing/builders.ts';
import { RunFlags } from './flags.ts';
import type { SessionFact, ShiftFact } from './pay-facts.ts';

const [MON, TUE] = ['2026-01-12', '2026-01-13'] as [LocalDate, LocalDate];
const PAID_BY_THE_HOUR = terms({ minimumWage: { amount: '10', per: 'hour' } });

function flagsOf(
  shifts: readonly ShiftFact[],
  sessions: readonly SessionFact[],
  elsewhere: readonly { workerId: string; day: LocalDate }[] = [],
  day = TUE,
) {
  const flags = new RunFlags(shifts, PAID_BY_THE_HOUR, 'EUR', { from: day, to: day }, elsewhere);
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
    expect(elsewhere.map(({ code }) => code)).toEqual(['outside_shift']);
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
});
