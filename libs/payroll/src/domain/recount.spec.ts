import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import fc from 'fast-check';
import { runOf, terms } from '../testing/builders.ts';
import { plainPay, worthOf } from '../testing/plain-pay.ts';
import { Fraction } from './money/fraction.ts';
import type { PayFacts, SessionFact, ShiftFact } from './pay-facts.ts';
import { MINIMUM_BASES, WEEKDAYS } from './pay-policy.ts';
import { partsOf, pickedIn } from './session-parts.ts';
import { type Statement, statementsOf } from './statement.ts';
import { dayBefore, type Days, workweekOf } from './workweek.ts';

const WORKERS = ['ana', 'ben', 'cid'];
const FIRST = Date.UTC(2026, 0, 12);
const dayOf = (index: number) => new Date(FIRST + index * 86_400_000).toISOString().slice(0, 10) as LocalDate;

const decimal = (max: number, decimals: number) =>
  fc.integer({ min: 1, max: max * 10 ** decimals }).map((n) => {
    const digits = String(n).padStart(decimals + 1, '0');
    return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  });
const day = fc.integer({ min: 0, max: 16 }).map(dayOf);
const shift = fc.record({
  ...{
    workerId: fc.constantFrom(...WORKERS),
    day,
    kind: fc.constantFrom('piece', 'hourly', 'nonproductive'),
  },
  minutes: fc.integer({ min: 1, max: 900 }),
  rest: fc.constantFrom(0, 0, 10, 20),
});
/** A record is of a shift of its day or of the night before, or of none; some are void. */
const record = fc.record({
  ...{ workerId: fc.constantFrom(...WORKERS), units: decimal(60, 2), voided: fc.boolean() },
  shift: fc.option(fc.nat()),
});
const session = fc.record({
  ...{
    day,
    pricePerUnit: fc.option(decimal(4, 3), { freq: 9 }),
    records: fc.array(record, { maxLength: 8 }),
  },
  bonus: fc.option(
    fc.record({ type: fc.constantFrom('fixed', 'per_unit', 'percent'), value: decimal(20, 2) }),
  ),
});
const policy = fc.record({
  hourlyRate: fc.option(decimal(20, 2)),
  nonproductiveRate: fc.option(decimal(20, 2)),
  minimumWage: fc.option(fc.record({ amount: decimal(60, 2), per: fc.constantFrom('hour', 'day') })),
  minimumWageBasis: fc.constantFrom(...MINIMUM_BASES),
  restBreaks: fc.constantFrom('none', 'average'),
  overtime: fc.option(
    fc.record({
      weeklyHours: fc.option(fc.constantFrom('8', '12.5', '40')),
      dailyHours: fc.constantFrom('4', '8.25'),
      premium: fc.constantFrom('0.5', '1', '0.333'),
    }),
  ),
  workweekStartsOn: fc.constantFrom(...WEEKDAYS),
  fixedBonus: fc.constantFrom('equal', 'by_units'),
});
/** Two policies, the second from a day on; both have the same workweek. */
const policies = fc
  .tuple(policy, policy, fc.option(fc.integer({ min: 1, max: 16 })))
  .map(([first, second, from]) => ({
    first: terms(first),
    second: terms({ ...second, workweekStartsOn: first.workweekStartsOn }),
    from: from === null ? null : dayOf(from),
  }));
/** The first days of runs. */
const cuts = fc.uniqueArray(fc.integer({ min: 0, max: 16 }), { minLength: 1, maxLength: 5 });

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;

/** The recorded work as the contexts below return it. */
function factsOf(shifts: readonly Of<typeof shift>[], sessions: readonly Of<typeof session>[]): PayFacts {
  const kept = shifts.map(({ minutes, rest, ...each }, index): ShiftFact => ({
    ...{ ...each, shiftId: `shift-${index}`, overlaps: false, workMs: (minutes + rest) * 60_000 },
    restMs: rest * 60_000,
  }));
  const workOf = (workerId: string, day: LocalDate, records: Of<typeof session>['records']) => {
    const pieces = kept.filter(
      (each) =>
        each.workerId === workerId && each.kind === 'piece' && [day, dayBefore(day)].includes(each.day),
    );
    const own = records.filter((each) => each.workerId === workerId && !each.voided);
    const units = own.map(({ shift, units }) => ({
      shiftId: shift === null ? null : (pieces[shift % Math.max(1, pieces.length)]?.shiftId ?? null),
      units,
    }));
    return units.length === 0 ? [] : [{ workerId, units }];
  };
  const facts = sessions.map(({ records, ...each }, index): SessionFact => ({
    ...{ ...each, sessionId: `session-${index}`, open: false, unit: 'bin' },
    work: WORKERS.flatMap((workerId) => workOf(workerId, each.day, records)),
  }));
  return { shifts: kept, sessions: facts };
}

/** Runs that begin on these days, none of which has a change of policy. */
function runsFrom(starts: readonly number[], change: LocalDate | null): Days[] {
  const from = [...new Set([...starts.map(dayOf), ...(change === null ? [] : [change])])].toSorted();
  return from.map((each, index) => ({ from: each, to: dayBefore(from[index + 1] ?? dayOf(24)) }));
}

/** A worker's amounts by kind, in cents, without zeros. */
function centsOf(statement: Statement | undefined): Record<string, bigint> {
  const cents: Record<string, bigint> = {};
  for (const { kind, amount } of statement?.lines ?? [])
    cents[kind] = (cents[kind] ?? 0n) + amount.rounded(2);
  return Object.fromEntries(Object.entries(cents).filter(([, sum]) => sum !== 0n));
}
const work = [fc.array(shift, { maxLength: 12 }), fc.array(session, { maxLength: 6 })] as const;

describe('pay runs', () => {
  it('equal a plain recount by docs/pay.md, for any records, policies and cuts', () => {
    fc.assert(
      fc.property(
        ...work,
        policies,
        cuts,
        fc.nat(),
        (shifts, sessions, { first, second, from }, starts, gap) => {
          const facts = factsOf(shifts, sessions);
          const termsOn = (day: string) => (from !== null && day >= from ? second : first);
          const runs = runsFrom(starts, from);
          // A run may be missing, so that nobody has paid its days.
          const kept = runs.filter((_, index) => runs.length < 3 || index !== gap % (runs.length * 2));
          for (const [index, days] of kept.entries()) {
            const earlier = kept.slice(0, index);
            const run = runOf(termsOn(days.to), days, { termsOn, earlier });
            const statements = statementsOf(facts, run);
            for (const workerId of WORKERS) {
              const statement = statements.find((each) => each.workerId === workerId);
              const plain = plainPay(facts, { ...days, termsOn, earlier }, workerId);
              expect({ days, cents: centsOf(statement) }).toEqual({ days, cents: plain });
              const gross = Object.values(plain).reduce((sum, each) => sum + each, 0n);
              expect((statement?.gross ?? Fraction.ZERO).rounded(2)).toBe(gross);
            }
          }
          for (const each of facts.sessions) {
            const parts = partsOf(each, pickedIn(each), first.fixedBonus, 2).map(({ amount }) => amount);
            expect(Fraction.sum(parts).rounded(2)).toBe(worthOf(each));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('sum to the run that is not cut, but for rounding, however whole workweeks are cut', () => {
    const compared = policy.filter(({ minimumWageBasis }) => minimumWageBasis !== 'period').map(terms);
    fc.assert(
      fc.property(...work, compared, cuts, (shifts, sessions, paidBy, starts) => {
        const facts = factsOf(shifts, sessions);
        const whole = {
          from: workweekOf(dayOf(0), paidBy.workweekStartsOn).from,
          to: workweekOf(dayOf(20), paidBy.workweekStartsOn).to,
        };
        const runs = runsFrom(starts, null);
        const cut = [{ from: whole.from, to: dayBefore(runs[0]!.from) }, ...runs]
          .filter(({ from, to }) => from <= to)
          .map((days, index, all) => (index === all.length - 1 ? { ...days, to: whole.to } : days));
        for (const workerId of WORKERS) {
          const statementIn = (days: Days, earlier: readonly Days[]) =>
            statementsOf(facts, runOf(paidBy, days, { earlier })).find((each) => each.workerId === workerId);
          const statements = cut.map((days, index) => statementIn(days, cut.slice(0, index)));
          const one = statementIn(whole, []);
          const lines = [one, ...statements].reduce((sum, each) => sum + (each?.lines.length ?? 0), 0);
          const sum = Fraction.sum(statements.map((each) => each?.gross ?? Fraction.ZERO));
          const difference = sum.minus(one?.gross ?? Fraction.ZERO);
          expect(Math.abs(difference.toNumber(6))).toBeLessThanOrEqual(0.005 * (lines + 1));
        }
      }),
      { numRuns: 150 },
    );
  });
});
