import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { parted } from '@furrow/production/domain';
import { aSession, aShift, paidRun, policyState, wagesOf, work } from '../testing/builders.ts';
import { ManualLine, ManualPay } from './manual-line.ts';
import { Fraction } from './money/fraction.ts';
import type { PayFacts, UnitsFact } from './pay-facts.ts';
import { type Statement, statementsOf } from './statement.ts';
import type { WageState } from './terms/wages.ts';
import type { RunTerms } from './week-pay.ts';

// Monday 12 to Sunday 25 January 2026.
const day = (of: number) => `2026-01-${of}` as LocalDate;
const WEEK = { from: day(12), to: day(18) };
const OVER_40 = { weeklyHours: '40', dailyHours: null, premium: '0.5' };
const week = (from: number, over: object = {}) =>
  [0, 1, 2, 3, 4].map((index) => aShift(day(from + index), 'hourly', 8, over));

function owed(
  facts: Partial<PayFacts>,
  wages: Partial<WageState>,
  { to = WEEK.to, ...over }: Partial<RunTerms> & { to?: LocalDate } = {},
) {
  const run = paidRun(wagesOf(wages), { from: WEEK.from, to }, over);
  const statements = statementsOf({ sessions: [], shifts: [], ...facts }, run);
  return Object.fromEntries(statements.map((each) => [each.workerId, each]));
}
const sums = (statement: Statement | undefined) => {
  const byKind = Map.groupBy(statement?.lines ?? [], ({ kind }) => kind);
  return Object.fromEntries(
    [...byKind].map(([kind, lines]) => [kind, Fraction.sum(lines.map((line) => line.amount)).toNumber(2)]),
  );
};

describe('the examples of docs/pay.md about crews', () => {
  it('pay 8 boxes above a target of 60 a premium, which is part of the regular rate', () => {
    const tiers = [{ unit: 'box', per: 'day' as const, from: '60', premium: '0.1' }];
    const session = aSession(day(12), { unit: 'box', pricePerUnit: '0.5', work: [work('ana', '68')] });
    const policies = [policyState({ tiers })];
    expect(sums(owed({ sessions: [session] }, { policies })['ana'])).toEqual({ piece: 34, tier: 0.8 });
    const shifts = week(12).map((shift) => ({ ...shift, kind: 'piece' as const, workMs: 10 * 3_600_000 }));
    const overtime = owed(
      { sessions: [session], shifts },
      { policies: [policyState({ tiers, overtime: OVER_40 })] },
    );
    expect(overtime['ana']?.regularRate?.toText(6)).toBe('0.696');
    const [line] = overtime['ana']?.lines.filter(({ kind }) => kind === 'tier') ?? [];
    expect(line).toMatchObject({ day: day(12), unit: 'box', sessionId: null, shiftId: null });
    expect([line?.quantity?.toText(6), line?.rate?.toText(6)]).toEqual(['8', '0.1']);
  });

  it('pay export at 0.46 and local at 0.31 in one session, and weighed crates by their price', () => {
    const picked = (units: string, price: string): UnitsFact => ({ shiftId: null, units, price });
    const crates = { ...picked('389.4', '0.3'), container: 'Crate', count: 11 };
    const of = (...units: UnitsFact[]) => {
      const session = aSession(day(12), { pricePerUnit: null, work: [{ workerId: 'ana', units }] });
      return owed({ sessions: [session] }, {})['ana'];
    };
    const both = of(picked('57.5', '0.31'), picked('100', '0.46'));
    expect(both?.gross.toText(2)).toBe('63.83');
    const lines = both?.lines.map(({ rate, amount }) => [rate?.toText(6), amount.toText(2)]);
    expect(lines).toEqual([
      ['0.46', '46'],
      ['0.31', '17.83'],
    ]);
    expect(of(crates)?.lines).toMatchObject([{ containers: [{ name: 'Crate', count: 11 }] }]);
    expect(of(crates)?.gross.toText(2)).toBe('116.82');
    expect(of(crates, { ...picked('1', '0.3'), price: null })).toMatchObject({ lines: [] });
  });

  it('part a bin of three by 2:1:1, and the price of the bin to the cent', () => {
    const sharers = ['ana', 'ben', 'cid'].map((workerId, index) => ({
      ...{ workerId, workerName: workerId, badge: null, weight: index === 0 ? '2' : '1' },
    }));
    const parts = parted('350', sharers);
    const shared = parts.map(({ workerId, units }) => ({
      ...{ workerId, units: [{ shiftId: null, units, shared: units }] },
    }));
    const session = aSession(day(12), { unit: 'kg', pricePerUnit: '0.31', work: shared });
    const paid = owed({ sessions: [session] }, { policies: [policyState()] });
    expect(Object.values(paid).map((each) => sums(each)['piece'])).toEqual([54.25, 27.13, 27.12]);
    expect(paid['ben']?.lines[0]?.shared?.toText(2)).toBe('87.5');
    const alone = aSession(day(12), { work: [work('ana', '2')] });
    expect(owed({ sessions: [alone] }, { policies: [policyState()] })['ana']?.lines[0]).not.toHaveProperty(
      'shared',
    );
  });

  it('count units over the whole run, or by day, and of one unit', () => {
    const sessions = [12, 13].map((of) =>
      aSession(day(of), { unit: 'box', pricePerUnit: '0', work: [work('ana', '40')] }),
    );
    const other = aSession(day(13), { unit: 'kg', pricePerUnit: '0', work: [work('ana', '500')] });
    const tier = { unit: 'box', from: '60', premium: '1' };
    const paid = (per: 'day' | 'period') =>
      sums(
        owed({ sessions: [...sessions, other] }, { policies: [policyState({ tiers: [{ ...tier, per }] })] })[
          'ana'
        ],
      );
    expect(paid('day')).toMatchObject({ piece: 0 });
    expect(paid('period')).toMatchObject({ tier: 20 });
  });

  it('pay a worker who changes group in mid-month by the group of each day', () => {
    const policies = [policyState({ hourlyRate: '12' }), policyState({ hourlyRate: '18', group: 'h2a' })];
    const groups = [{ from: day(19), group: 'h2a' }];
    const workers = { ana: { position: null, groups }, ben: { position: null, groups: [] } };
    const shifts = [...week(12), ...week(19), ...week(19, { workerId: 'ben' })];
    const paid = owed({ shifts }, { policies, workers }, { to: day(25) });
    expect([sums(paid['ana']), sums(paid['ben'])]).toEqual([{ hourly: 1200 }, { hourly: 480 }]);
  });

  it('add up a minimum wage that differs by project over one workweek', () => {
    const an = (amount: string) => ({ amount, per: 'hour' as const });
    const wage = { validFrom: day(12), projectId: 'south', group: null, minimumWage: an('15') };
    const shifts = [aShift(day(12), 'piece', 20), aShift(day(14), 'piece', 20, { projectId: 'south' })];
    const sessions = [aSession(day(12), { work: [work('ana', '450')] })];
    const wages = {
      policies: [policyState({ minimumWage: an('10'), minimumWageBasis: 'workweek' })],
      projectWages: [{ ...wage, hourlyRate: null, nonproductiveRate: null }],
    };
    const paid = owed({ shifts, sessions }, wages)['ana'];
    expect(sums(paid)).toEqual({ piece: 450, top_up: 50 });
    const [line] = paid?.lines.filter(({ kind }) => kind === 'top_up') ?? [];
    expect([line?.quantity?.toText(2), line?.rate?.toText(2)]).toEqual(['40', '12.5']);
    // Shift by shift, the pieces of Monday do not pay for Wednesday.
    const policies = [policyState({ minimumWage: an('10'), minimumWageBasis: 'shift' })];
    expect(sums(owed({ shifts, sessions }, { ...wages, policies })['ana'])).toMatchObject({ top_up: 300 });
  });

  it('pay hours by the worker’s own rate, else by position, group, project and policy', () => {
    const rate = (of: 'worker' | 'position' | 'group', target: string, hourlyRate: string | null) => ({
      ...{ validFrom: day(12), of, target, hourlyRate },
    });
    const driver = { position: 'driver', groups: [{ from: day(10), group: 'h2a' }] };
    const wages = {
      policies: [policyState({ hourlyRate: '12' })],
      rates: [rate('worker', 'cid', '25'), rate('position', 'driver', '18'), rate('group', 'h2a', '15')],
      projectWages: [
        {
          validFrom: day(12),
          projectId: 'south',
          group: null,
          hourlyRate: '14',
          minimumWage: null,
          nonproductiveRate: null,
        },
      ],
      workers: { ben: driver, cid: driver, dan: { ...driver, position: null } },
    };
    const shifts = ['ana', 'ben', 'cid', 'dan'].map((workerId) => aShift(day(13), 'hourly', 8, { workerId }));
    const south = aShift(day(14), 'hourly', 8, { workerId: 'eva', projectId: 'south' });
    const paid = owed({ shifts: [...shifts, south] }, wages);
    const grosses = Object.values(paid).map(({ gross }) => gross.toNumber(2));
    expect(grosses).toEqual([96, 144, 200, 120, 112]);
    const ended = {
      ...wages,
      rates: [...wages.rates, { ...rate('worker', 'cid', null), validFrom: day(13) }],
    };
    expect(owed({ shifts }, ended)['cid']?.gross.toNumber(2)).toBe(144);
  });

  it('count an amount that was stated by hand in the regular rate only if it is asked for', () => {
    const shifts = week(12).map((shift) => ({ ...shift, workMs: 10 * 3_600_000 }));
    const paid = (inRegularRate: boolean) => {
      const { state } = ManualLine.state(
        {
          ...{ workerId: 'ana', day: day(14), amount: '50', reason: 'Piece rate was wrong' },
          ...{ inRegularRate, clientEventId: '1' },
        },
        2,
        { userId: 'ada', idpId: 'acme|ada' },
        new Date('2026-01-20T10:00:00Z'),
      );
      const manual = new ManualPay([state], inRegularRate ? [state] : []);
      const policies = [policyState({ hourlyRate: '10', overtime: OVER_40 })];
      return owed({ shifts }, { policies }, { manual })['ana'];
    };
    expect(sums(paid(true))).toEqual({ hourly: 500, overtime: 55, manual: 50 });
    expect(paid(true)?.gross.toNumber(2)).toBe(605);
    expect(sums(paid(false))).toMatchObject({ overtime: 50 });
    expect(paid(true)?.lines.at(-1)).toMatchObject({
      manual: {
        ...{ reason: 'Piece rate was wrong', createdBy: 'acme|ada', createdAt: '2026-01-20T10:00:00.000Z' },
      },
    });
  });
});
