import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { aSession, aShift, runOf, terms, work } from '../testing/builders.ts';
import { Fraction } from './money/fraction.ts';
import type { PayFacts } from './pay-facts.ts';
import type { PayTerms } from './terms/pay-policy.ts';
import { type Statement, statementsOf } from './statement.ts';

// Monday 12 to Sunday 18 January 2026.
const MON = '2026-01-12';
const [TUE, WED, THU, FRI, SAT] = [13, 14, 15, 16, 17].map((day) => `2026-01-${day}`) as [
  ...[string, string, string, string, string],
];
const WEEK = { from: MON as LocalDate, to: '2026-01-18' as LocalDate };
const OVER_40 = { weeklyHours: '40', dailyHours: null, premium: '0.5' };
const an = (amount: string) => ({ amount, per: 'hour' as const });

function owed(facts: Partial<PayFacts>, over: Partial<PayTerms>, days = WEEK): Statement {
  const [statement] = statementsOf({ sessions: [], shifts: [], ...facts }, runOf(terms(over), days));
  if (statement === undefined) throw new Error('Nothing is owed');
  return statement;
}
const gross = (statement: Statement) => statement.gross.toText(2);
/** By kind, in the order of computation. */
function sums({ lines }: Statement): Record<string, number> {
  const byKind = Map.groupBy(lines, ({ kind }) => kind);
  const sum = (all: typeof lines) => Fraction.sum(all.map(({ amount }) => amount)).toNumber(2);
  return Object.fromEntries([...byKind].map(([kind, all]) => [kind, sum(all)]));
}
const pieces = (amount: string, day = MON) => aSession(day, { work: [work('ana', amount)] });
const days = [MON, TUE, WED, THU, FRI];

describe('the examples of docs/pay.md', () => {
  it('add half of the regular rate beyond 40 hours, as 29 CFR 778.111(a) does', () => {
    const shifts = [
      ...[9, 9, 9, 9, 10].map((hours, at) => aShift(days[at]!, 'piece', hours)),
      aShift(SAT, 'nonproductive', 4),
    ];
    const statement = owed(
      { sessions: [pieces('491')], shifts },
      { nonproductiveRate: '8', overtime: OVER_40 },
    );
    expect(statement.regularRate?.toText(2)).toBe('10.46');
    expect(sums(statement)).toEqual({ piece: 491, nonproductive: 32, overtime: 52.3 });
    expect(gross(statement)).toBe('575.3');
    expect(statement.hours.overtime.toText(6)).toBe('10');
  });

  it('raise a workweek to the minimum wage before overtime is calculated', () => {
    const shifts = [9, 9, 9, 9, 10].map((hours, at) => aShift(days[at]!, 'piece', hours));
    const policy = { minimumWage: an('11'), minimumWageBasis: 'workweek' as const, overtime: OVER_40 };
    const statement = owed({ sessions: [pieces('491')], shifts }, policy);
    expect(sums(statement)).toEqual({ piece: 491, top_up: 15, overtime: 33 });
    expect(gross(statement)).toBe('539');
  });

  it('pay rests at the average of the other hours', () => {
    const shifts = days.map((day) => aShift(day, 'piece', 8, { rest: 20 }));
    const statement = owed({ sessions: [pieces('800')], shifts }, { restBreaks: 'average' });
    const [rest] = statement.lines.filter(({ kind }) => kind === 'rest');
    expect([rest?.rate?.toText(2), rest?.amount.toText(2)]).toEqual(['20.87', '34.78']);
  });

  it('average pieces and hours for the rests of both, in any number of shifts', () => {
    const piece = [MON, TUE, WED].map((day) => aShift(day, 'piece', 8, { rest: 20 }));
    const policy = { restBreaks: 'average' as const, hourlyRate: '10' };
    for (const hourly of [
      [aShift(THU, 'hourly', 16, { rest: 40 })],
      [THU, FRI].map((day) => aShift(day, 'hourly', 8, { rest: 20 })),
    ]) {
      const statement = owed({ sessions: [pieces('300')], shifts: [...piece, ...hourly] }, policy);
      expect(sums(statement)).toEqual({ piece: 300, hourly: 153.33, rest: 19.71 });
      expect(gross(statement)).toBe('473.04');
    }
  });

  it('raise legal days one by one', () => {
    const policy = {
      minimumWage: { amount: '57.82', per: 'day' as const },
      minimumWageBasis: 'day' as const,
    };
    const statement = owed({ sessions: days.map((day) => pieces('52', day)) }, policy);
    expect(sums(statement)).toEqual({ piece: 260, top_up: 29.1 });
    expect(gross(statement)).toBe('289.1');
  });
});

describe('the minimum wage', () => {
  const policy = (minimumWageBasis: PayTerms['minimumWageBasis']) => ({
    ...{ minimumWage: an('10'), minimumWageBasis },
  });
  const [slow, quick] = [aShift(MON, 'piece', 4), aShift(MON, 'piece', 4)];
  const session = aSession(MON, {
    pricePerUnit: '10',
    work: [
      {
        workerId: 'ana',
        units: [
          { shiftId: slow.shiftId, units: '1' },
          { shiftId: quick.shiftId, units: '7' },
        ],
      },
    ],
  });

  it('applies to each shift, each day, each workweek or all days', () => {
    const facts = { sessions: [session], shifts: [slow, quick, aShift(TUE, 'piece', 1)] };
    expect(sums(owed(facts, policy('shift')))).toEqual({ piece: 80, top_up: 40 });
    expect(sums(owed(facts, policy('day')))).toEqual({ piece: 80, top_up: 10 });
    expect(sums(owed(facts, policy('workweek')))).toEqual({ piece: 80, top_up: 10 });
    expect(sums(owed({ ...facts, shifts: [slow, quick] }, policy('period')))).toEqual({ piece: 80 });
  });

  it('distributes records outside of shifts by hours among the piece shifts of the day', () => {
    const outside = aSession(MON, { pricePerUnit: '10', work: [work('ana', '6')] });
    const shifts = [aShift(MON, 'piece', 1), aShift(MON, 'piece', 5)];
    expect(sums(owed({ sessions: [outside], shifts }, policy('shift')))).toEqual({ piece: 60 });
  });

  it('is the least that time without pieces and hours without a rate are paid', () => {
    const shifts = [aShift(MON, 'nonproductive', 2), aShift(MON, 'hourly', 3)];
    const statement = owed({ shifts }, { ...policy('shift'), nonproductiveRate: '8' });
    expect(sums(statement)).toEqual({ hourly: 30, nonproductive: 20 });
  });
});

describe('a workweek', () => {
  const shifts = [MON, TUE, WED, THU, FRI].map((day) => aShift(day, 'hourly', 10));
  const policy = { hourlyRate: '10', overtime: OVER_40 };

  it('belongs as a whole to the run that contains its last day', () => {
    const sunday = { from: SAT as LocalDate, to: '2026-01-18' as LocalDate };
    const later = owed({ shifts: [...shifts, aShift(SAT, 'hourly', 1)] }, policy, sunday);
    expect(sums(later)).toEqual({ hourly: 10, overtime: 55 });
    const before = owed({ shifts }, policy, { from: MON as LocalDate, to: FRI as LocalDate });
    expect(sums(before)).toEqual({ hourly: 500 });
  });

  it('is owed to everybody who worked in it, even outside the days of the run that contains its last day', () => {
    const saturday = { from: SAT as LocalDate, to: '2026-01-18' as LocalDate };
    expect(sums(owed({ shifts }, policy, saturday))).toEqual({ overtime: 50 });
  });

  it('begins on the weekday of the policy', () => {
    const days = { from: MON as LocalDate, to: FRI as LocalDate };
    expect(sums(owed({ shifts }, { ...policy, workweekStartsOn: 'saturday' }, days))).toEqual({
      ...{ hourly: 500, overtime: 50 },
    });
  });

  it('has the overtime of its days if that is more', () => {
    const overtime = { weeklyHours: '48', dailyHours: '8', premium: '1' };
    expect(sums(owed({ shifts }, { hourlyRate: '10', overtime }))).toEqual({ hourly: 500, overtime: 100 });
  });
});
