import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import fc from 'fast-check';
import {
  cuts,
  dayOf,
  factsOf,
  policies,
  policy,
  prices,
  session,
  shift,
  standings,
  wages,
  wageState,
  WORKERS,
} from '../testing/any-work.ts';
import { priceOf } from '../testing/any-prices.ts';
import { paidRun, runOf, terms } from '../testing/builders.ts';
import { plainPay, worthOf } from '../testing/plain/plain-pay.ts';
import { plainPriceOf } from '../testing/plain/plain-prices.ts';
import { plainlyParted } from '../testing/plain/plain-shares.ts';
import { PlainWages } from '../testing/plain/plain-wages.ts';
import { Fraction } from './money/fraction.ts';
import { partsOf, pickedIn } from './session-parts.ts';
import { type Statement, statementsOf } from './statement.ts';
import { Wages } from './terms/wages.ts';
import { dayBefore, type Days, workweekOf } from './workweek.ts';

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
        ...([wages, standings, prices, fc.nat()] as const),
        (shifts, sessions, declared, starts, differing, workers, priced, gap) => {
          const facts = factsOf(shifts, sessions, { priceOf: priceOf(priced) });
          const plainFacts = factsOf(shifts, sessions, {
            priceOf: (pick) => plainPriceOf(priced, pick),
            part: plainlyParted,
          });
          const state = wageState(declared, differing, workers);
          const [paidBy, plainly] = [new Wages(state), new PlainWages(state)];
          const { first, from } = declared;
          const runs = runsFrom(starts, from);
          // A run may be missing, so that nobody has paid its days.
          const kept = runs.filter((_, index) => runs.length < 3 || index !== gap % (runs.length * 2));
          for (const [index, days] of kept.entries()) {
            const earlier = kept.slice(0, index);
            const statements = statementsOf(facts, paidRun(paidBy, days, { earlier }));
            for (const workerId of WORKERS) {
              const statement = statements.find((each) => each.workerId === workerId);
              const termsOn = plainly.termsOn.bind(plainly);
              const plain = plainPay(
                plainFacts,
                { ...days, termsOn, fixedOn: plainly.fixedOn, earlier },
                workerId,
              );
              expect({ days, cents: centsOf(statement) }).toEqual({ days, cents: plain });
              const gross = Object.values(plain).reduce((sum, each) => sum + each, 0n);
              expect((statement?.gross ?? Fraction.ZERO).rounded(2)).toBe(gross);
            }
          }
          for (const [index, each] of facts.sessions.entries()) {
            const parts = partsOf(each, pickedIn(each), first.fixedBonus, 2).map(({ amount }) => amount);
            expect(Fraction.sum(parts).rounded(2)).toBe(worthOf(plainFacts.sessions[index]!));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('sum to the run that is not cut, but for rounding, however whole workweeks are cut', () => {
    // Tiers over a run, and a basis over it, depend on its days by definition.
    const compared = policy
      .filter(({ minimumWageBasis }) => minimumWageBasis !== 'period')
      .map((each) => terms({ ...each, tiers: each.tiers.filter(({ per }) => per === 'day') }));
    fc.assert(
      fc.property(...work, compared, cuts, prices, (shifts, sessions, paidBy, starts, priced) => {
        const facts = factsOf(shifts, sessions, { priceOf: priceOf(priced) });
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
