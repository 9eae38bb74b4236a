import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import fc from 'fast-check';
import { terms } from '../testing/builders.ts';
import { plainPay, worthOf } from '../testing/plain-pay.ts';
import { Fraction } from './fraction.ts';
import type { PayFacts, SessionFact, ShiftFact } from './pay-facts.ts';
import { MINIMUM_BASES, type PayTerms, WEEKDAYS } from './pay-policy.ts';
import { partsOf, pickedIn } from './session-parts.ts';
import { statementsOf } from './statement.ts';
import { workweekOf } from './workweek.ts';

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
/** A record is of any shift, or of none; some are void. */
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
const run = fc
  .tuple(fc.integer({ min: 3, max: 8 }), fc.integer({ min: 0, max: 8 }))
  .map(([from, days]) => ({ from: dayOf(from), to: dayOf(from + days) }));

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;

/** The recorded work of these days and of the workweek in which they begin, as the contexts below return it. */
function factsOf(
  shifts: readonly Of<typeof shift>[],
  sessions: readonly Of<typeof session>[],
  isIncluded: (day: LocalDate) => boolean,
): PayFacts {
  const kept = shifts.map(({ minutes, rest, ...each }, index): ShiftFact => ({
    ...{ ...each, shiftId: `shift-${index}`, overlaps: false, workMs: (minutes + rest) * 60_000 },
    restMs: rest * 60_000,
  }));
  const workOf = (workerId: string, records: Of<typeof session>['records']) => {
    const pieces = kept.filter((each) => each.workerId === workerId && each.kind === 'piece');
    const own = records.filter((each) => each.workerId === workerId && !each.voided);
    const units = own.map(({ shift, units }) => ({
      shiftId: shift === null ? null : (pieces[shift % Math.max(1, pieces.length)]?.shiftId ?? null),
      units,
    }));
    return units.length === 0 ? [] : [{ workerId, units }];
  };
  const facts = sessions.map(({ records, ...each }, index): SessionFact => ({
    ...{ ...each, sessionId: `session-${index}`, open: false, unit: 'bin' },
    work: WORKERS.flatMap((workerId) => workOf(workerId, records)),
  }));
  return {
    shifts: kept.filter((each) => isIncluded(each.day)),
    sessions: facts.filter((each) => isIncluded(each.day)),
  };
}

describe('a pay run', () => {
  it('equals a plain recount by docs/pay.md, for any records and policy', () => {
    fc.assert(
      fc.property(
        fc.array(shift, { maxLength: 12 }),
        fc.array(session, { maxLength: 6 }),
        policy,
        run,
        (shifts, sessions, over, days) => {
          const paidBy: PayTerms = terms(over);
          const { from } = workweekOf(days.from, paidBy.workweekStartsOn);
          const facts = factsOf(shifts, sessions, (day) => day >= from && day <= days.to);
          const statements = statementsOf(facts, paidBy, days);
          for (const workerId of WORKERS) {
            const statement = statements.find((each) => each.workerId === workerId);
            const cents: Record<string, bigint> = {};
            for (const { kind, amount } of statement?.lines ?? [])
              cents[kind] = (cents[kind] ?? 0n) + amount.rounded(2);
            const shown = Object.entries(cents).filter(([, sum]) => sum !== 0n);
            const plain = plainPay(facts, paidBy, days, workerId);
            expect(Object.fromEntries(shown)).toEqual(plain);
            const gross = Object.values(plain).reduce((sum, each) => sum + each, 0n);
            expect((statement?.gross ?? Fraction.ZERO).rounded(2)).toBe(gross);
          }
          for (const each of facts.sessions) {
            const parts = partsOf(each, pickedIn(each), paidBy.fixedBonus).map(({ amount }) => amount);
            expect(Fraction.sum(parts).rounded(2)).toBe(worthOf(each));
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
