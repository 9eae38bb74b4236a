import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { aSession, aShift, runOf, terms, work } from '../testing/builders.ts';
import type { PayFacts } from './pay-facts.ts';
import type { PayTerms } from './terms/pay-policy.ts';
import { type Statement, statementsOf } from './statement.ts';
import type { Days } from './workweek.ts';

// Monday 12 to Sunday 18 January 2026.
const [MON, TUE, WED, THU, FRI, SAT, SUN] = [12, 13, 14, 15, 16, 17, 18].map((day) => `2026-01-${day}`) as [
  ...[LocalDate, LocalDate, LocalDate, LocalDate, LocalDate, LocalDate, LocalDate],
];
const WEEK = { from: MON, to: SUN };
const MON_TUE = { from: MON, to: TUE };
const WED_SUN = { from: WED, to: SUN };
const OVER_40 = { weeklyHours: '40', dailyHours: null, premium: '0.5' };
const an = (amount: string) => ({ amount, per: 'hour' as const });

const pieces = (amount: string, day: string, shiftId: string | null = null) =>
  aSession(day, { work: [work('ana', amount, shiftId)] });
const grossOf = (statement: Statement | undefined) => statement?.gross.toText(2);
const linesOf = (statement: Statement | undefined, kind: string) =>
  (statement?.lines ?? [])
    .filter((line) => line.kind === kind)
    .map(({ day, amount }) => [day, amount.toNumber(2)]);

function paid(
  facts: Partial<PayFacts>,
  over: Partial<PayTerms>,
  days: Days,
  earlier: readonly Days[] = [],
): Statement | undefined {
  const all = { sessions: [], shifts: [], ...facts };
  return statementsOf(all, runOf(terms(over), days, { earlier }))[0];
}

describe('a workweek that runs cut', () => {
  it('has one average for rests and top-ups', () => {
    const facts = {
      sessions: [pieces('800', MON)],
      shifts: [aShift(MON, 'piece', 8), aShift(WED, 'piece', 8, { rest: 60 })],
    };
    const policy = {
      ...({ minimumWage: an('10'), minimumWageBasis: 'day', restBreaks: 'average' } as const),
    };
    const [one, first, second] = [
      paid(facts, policy, WEEK),
      paid(facts, policy, MON_TUE),
      paid(facts, policy, WED_SUN, [MON_TUE]),
    ];
    expect(linesOf(second, 'rest')).toEqual([[WED, 53.33]]);
    expect(linesOf(second, 'top_up')).toEqual([[WED, 26.67]]);
    expect([first, second, one].map(grossOf)).toEqual(['800', '80', '880']);
  });

  it('has a second line for rests that were paid at the average so far', () => {
    const facts = {
      sessions: [pieces('70', MON), pieces('320', WED)],
      shifts: [aShift(MON, 'piece', 8, { rest: 60 }), aShift(WED, 'piece', 8)],
    };
    const policy = { restBreaks: 'average' as const };
    const second = paid(facts, policy, WED_SUN, [MON_TUE]);
    // 10 an hour on Monday, 26 over the week.
    expect(linesOf(paid(facts, policy, MON_TUE), 'rest')).toEqual([[MON, 10]]);
    expect(linesOf(second, 'rest')).toEqual([[MON, 16]]);
    expect(linesOf(paid(facts, policy, WEEK), 'rest')).toEqual([[MON, 26]]);
  });

  it('counts the top-ups of earlier runs over their days in the regular rate', () => {
    const shifts = [MON, TUE, WED, THU, FRI].map((day) => aShift(day, 'piece', 10));
    const sessions = [MON, TUE, WED, THU, FRI].map((day) => pieces('70', day));
    const policy = { minimumWage: an('10'), minimumWageBasis: 'period' as const, overtime: OVER_40 };
    const second = paid({ shifts, sessions }, policy, WED_SUN, [MON_TUE]);
    expect(second?.regularRate?.toText(2)).toBe('10');
    expect(linesOf(second, 'overtime')).toEqual([[MON, 50]]);
  });

  it('pays the same where the cut leaves a single hour', () => {
    const sessions = [MON, TUE, WED, THU, FRI].map((day) => pieces('80', day));
    const days = [TUE, WED, THU, FRI].map((day) => aShift(day, 'piece', 8));
    const shifts = [aShift(MON, 'piece', 8, { rest: 60 }), ...days, aShift(SUN, 'piece', 1)];
    const policy = {
      ...({ minimumWage: an('10'), minimumWageBasis: 'day', restBreaks: 'average' } as const),
      overtime: OVER_40,
    };
    const [week, monSat, sun] = [WEEK, { from: MON, to: SAT }, { from: SUN, to: SUN }];
    const facts = { sessions, shifts };
    const second = paid(facts, policy, sun, [monSat]);
    // 10.26 an hour until Saturday, 10.00 over the week; the regular rate is 420.00 ÷ 41 h.
    expect(linesOf(second, 'rest')).toEqual([[MON, -0.26]]);
    expect(linesOf(second, 'top_up')).toEqual([[SUN, 10]]);
    expect(linesOf(second, 'overtime')).toEqual([[MON, 5.12]]);
    const runs = [paid(facts, policy, monSat), second, paid(facts, policy, week)];
    expect(runs.map(grossOf)).toEqual(['410.26', '14.86', '425.12']);
  });

  it('has no regular rate in a run that does not have its last day, or without overtime', () => {
    const facts = { shifts: [aShift(MON, 'hourly', 8)] };
    expect(paid(facts, { hourlyRate: '10', overtime: OVER_40 }, MON_TUE)?.regularRate).toBeNull();
    expect(paid(facts, { hourlyRate: '10' }, WEEK)?.regularRate).toBeNull();
    expect(paid(facts, { hourlyRate: '10', overtime: OVER_40 }, WEEK)?.regularRate?.toText(2)).toBe('10');
  });
});

describe('a policy that changes inside a workweek', () => {
  const until = (day: string, first: PayTerms, second: PayTerms) => ({
    termsOn: (each: string) => (each < day ? first : second),
    earlier: [MON_TUE],
  });

  it('pays each day by its own rates, and overtime by both, as 29 CFR 778.115 does', () => {
    const shifts = [MON, TUE, WED, THU, FRI].map((day) => aShift(day, 'hourly', 10));
    const rate = (hourlyRate: string) => terms({ hourlyRate, overtime: OVER_40 });
    const days = { from: THU, to: SUN };
    const run = runOf(rate('20'), days, until(THU, rate('10'), rate('20')));
    const [statement] = statementsOf({ sessions: [], shifts }, run);
    expect(statement?.regularRate?.toText(2)).toBe('14');
    expect(linesOf(statement, 'overtime')).toEqual([[MON, 70]]);
  });

  it('compares each day with the minimum wage of that day', () => {
    const shifts = [MON, TUE, WED, THU, FRI].map((day) => aShift(day, 'piece', 10));
    const policy = (amount: string) => terms({ minimumWage: an(amount), minimumWageBasis: 'workweek' });
    const run = runOf(policy('20'), { from: THU, to: SUN }, until(THU, policy('10'), policy('20')));
    const [statement] = statementsOf({ sessions: [pieces('500', MON)], shifts }, run);
    // 30 h at 10 and 20 h at 20, less 500.
    expect(linesOf(statement, 'top_up')).toEqual([[MON, 200]]);
  });
});

describe('night work', () => {
  const night = aShift(MON, 'piece', 8);
  const sessions = [pieces('30', MON, night.shiftId), pieces('90', TUE, night.shiftId)];
  const policy = (minimumWageBasis: PayTerms['minimumWageBasis']) => ({
    ...{ minimumWage: an('10'), minimumWageBasis },
  });

  it.each(['shift', 'day', 'workweek'] as const)(
    'earns the same by %s, wherever midnight, a cut or the end of a workweek is',
    (basis) => {
      const facts = { sessions, shifts: [night] };
      const cut = [
        paid(facts, policy(basis), { from: MON, to: MON }),
        paid(facts, policy(basis), { from: TUE, to: SUN }, [{ from: MON, to: MON }]),
      ];
      expect([...cut, paid(facts, policy(basis), WEEK)].map(grossOf)).toEqual(['30', '90', '120']);
      const tuesdays = { ...policy(basis), workweekStartsOn: 'tuesday' };
      const weeks = [
        paid(facts, tuesdays, { from: '2026-01-06' as LocalDate, to: MON }),
        paid(facts, tuesdays, { from: TUE, to: '2026-01-19' as LocalDate }),
      ];
      expect(weeks.map(grossOf)).toEqual(['30', '90']);
    },
  );
});

describe('amounts', () => {
  it.each([
    [0, '33', '7', '40'],
    [2, '33.33', '6.67', '40'],
    [3, '33.333', '6.667', '40'],
  ])('have the %d decimals of their currency', (decimals, piece, topUp, gross) => {
    const facts = {
      sessions: [aSession(MON, { pricePerUnit: '3.3333333', work: [work('ana', '10')] })],
      shifts: [aShift(MON, 'piece', 4)],
    };
    const [statement] = statementsOf(facts, runOf(terms({ minimumWage: an('10') }), WEEK, { decimals }));
    expect(statement?.lines.map(({ amount }) => amount.toText(4))).toEqual([piece, topUp]);
    expect(statement?.gross.toText(4)).toBe(gross);
  });
});

it('hours in two projects have overtime in a run over both', () => {
  const shifts = [MON, TUE, WED, THU, FRI, SAT].map((day) => aShift(day, 'hourly', 10));
  const policy = { hourlyRate: '10', overtime: OVER_40 };
  const runs = [shifts, shifts.slice(0, 3), shifts.slice(3)].map((own) =>
    paid({ shifts: own }, policy, WEEK),
  );
  expect(runs.map(grossOf)).toEqual(['700', '300', '300']);
});

it('hours of overtime count whatever they are worth', () => {
  const shifts = [MON, TUE, WED, THU, FRI].map((day) => aShift(day, 'piece', 10));
  const statement = paid({ shifts }, { overtime: OVER_40 }, WEEK);
  expect(statement?.hours.overtime.toNumber(2)).toBe(10);
  expect(linesOf(statement, 'overtime')).toEqual([]);
});
