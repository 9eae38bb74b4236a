import { expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import fc from 'fast-check';
import { dayBefore, type PayTerms, type StatementView } from '../domain/index.ts';
import { priceOf } from '../testing/any-prices.ts';
import {
  cuts,
  dayOf,
  factsOf,
  line,
  type Of,
  policies,
  prices,
  redeclared,
  session,
  shift,
  standings as anyStandings,
  wages,
  wageState,
  WORKERS,
} from '../testing/any-work.ts';
import { InMemoryOffice } from '../testing/in-memory-office.ts';
import { PlainOffice, type PlacedFacts, type PlacedRun } from '../testing/plain/plain-office.ts';
import { plainPriceOf } from '../testing/plain/plain-prices.ts';
import { plainlyParted } from '../testing/plain/plain-shares.ts';

const STEPS = 6;
/** From which run on something is known, and from which it is void. */
const fate = fc.record({
  known: fc.constantFrom(0, 0, 0, 1, 2, 3),
  voided: fc.option(fc.integer({ min: 1, max: STEPS }), { freq: 2 }),
});
const placedShift = fc.record({ shift, fate });
const placedSession = fc.record({
  ...{ session, known: fate.map(({ known }) => known) },
  fates: fc.array(fate, { minLength: 8, maxLength: 8 }),
  /** The office corrects the price before a run. */
  price: fc.option(
    fc.record({ from: fc.integer({ min: 1, max: STEPS }), price: fc.constantFrom('2', '0.5') }),
  ),
});
const world = fc.record({
  shifts: fc.array(placedShift, { maxLength: 10 }),
  sessions: fc.array(placedSession, { maxLength: 5 }),
  lines: fc.array(fc.record({ line, fate }), { maxLength: 4 }),
  ...{ prices, repriced: fc.option(fc.record({ from: fc.integer({ min: 1, max: STEPS }), prices })) },
});

/** Prices may be declared anew before a run, and hold for days that are paid already too. */
const pricesAt = (step: number, { prices: first, repriced }: Of<typeof world>) =>
  repriced !== null && repriced.from <= step ? repriced.prices : first;
/** Of the days of each run: none, one or both of the projects by themselves, or all projects. */
const covered = fc.array(fc.constantFrom([null], [null], ['north'], ['south', 'north'], []), {
  minLength: STEPS + 2,
  maxLength: STEPS + 2,
});

const isThere = ({ known, voided }: Of<typeof fate>, step: number) =>
  known <= step && (voided === null || voided > step);

/** What is known when the run of a step is frozen. */
function knownAt(
  step: number,
  { shifts, sessions, lines }: Of<typeof world>,
  priced: Parameters<typeof factsOf>[2],
): PlacedFacts {
  const known = sessions.filter((each) => each.known <= step);
  const facts = factsOf(
    shifts.map((each) => each.shift),
    known.map(({ session: { records, ...of }, fates, price }) => ({
      ...of,
      ...(price && price.from <= step && { pricePerUnit: price.price, followsPrices: false }),
      records: records.filter((_, index) => isThere(fates[index]!, step)),
    })),
    priced,
  );
  const there = facts.shifts.filter((_, index) => isThere(shifts[index]!.fate, step));
  const ids = new Set<string | null>(there.map(({ shiftId }) => shiftId));
  return {
    lines: lines.flatMap((each, index) =>
      each.fate.known > step
        ? []
        : [{ ...each.line, id: `line-${index}`, isVoid: !isThere(each.fate, step) }],
    ),
    shifts: there,
    sessions: facts.sessions.map(({ work, ...fact }, index) => ({
      ...{ ...fact, sessionId: `session-${sessions.indexOf(known[index]!)}` },
      work: work.map(({ workerId, units }) => ({
        workerId,
        units: units.map((each) => (ids.has(each.shiftId) ? each : { ...each, shiftId: null })),
      })),
    })),
  };
}

/** Runs that begin on these days, of all projects or one by one, none of which has a change of policy. */
function runsOf(
  starts: readonly number[],
  changes: readonly LocalDate[],
  projects: Of<typeof covered>,
): (PlacedRun & { from: LocalDate; to: LocalDate })[] {
  const from = [...new Set([...starts.map(dayOf), ...changes])].toSorted();
  return from.flatMap((each, index) =>
    (projects[index] ?? [null]).map((projectId) => ({
      ...{ from: each, to: dayBefore(from[index + 1] ?? dayOf(24)), projectId },
    })),
  );
}

/** By kind, in cents, without zeros. */
function centsOf(statement: StatementView | undefined): Record<string, bigint> {
  const cents: Record<string, bigint> = {};
  for (const { kind, amount } of statement?.lines ?? [])
    cents[kind] = (cents[kind] ?? 0n) + BigInt(Math.round(amount * 100));
  return Object.fromEntries(Object.entries(cents).filter(([, sum]) => sum !== 0n));
}

interface Policies {
  readonly first: PayTerms;
  readonly second: PayTerms;
}

/** The days on which the policy of a worker changes, so that a run over them would be refused. */
const changesOf = (standings: Of<typeof anyStandings>): LocalDate[] =>
  Object.values(standings).flatMap(({ groups }) => groups.slice(1).map(({ from }) => from));

it('runs of projects and companies equal a plain recount, also where facts come late, are voided or corrected', async () => {
  await fc.assert(
    fc.asyncProperty(
      ...([world, policies, redeclared, cuts, covered] as const),
      ...([wages, wages, anyStandings] as const),
      async (facts, { from, ...before }, after, starts, projects, paidBefore, paidAfter, standings) => {
        const office = new InMemoryOffice();
        const plain = new PlainOffice();
        const changes = [...(from === null ? [] : [from]), ...changesOf(standings)];
        for (const [step, run] of runsOf(starts, changes, projects).entries()) {
          const listed = pricesAt(step, facts);
          const known = knownAt(step, facts, { priceOf: priceOf(listed) });
          const plainlyKnown = knownAt(step, facts, {
            priceOf: (pick) => plainPriceOf(listed, pick),
            part: plainlyParted,
          });
          const isAfter = after !== null && after.step <= step;
          const declared: Policies & { from: LocalDate | null } = { ...(isAfter ? after : before), from };
          const { workweekStartsOn } = declared.first;
          const second = { ...declared.second, workweekStartsOn };
          const state = wageState({ ...declared, second }, isAfter ? paidAfter : paidBefore, standings);
          await office.declare(state);
          const statements = await office.freeze(known, run);
          const recounted = plain.freeze(plainlyKnown, { run, wages: state }, WORKERS);
          for (const workerId of WORKERS) {
            const statement = statements.find((each) => each.workerId === workerId);
            expect({ run, workerId, cents: centsOf(statement) }).toEqual({
              ...{ run, workerId, cents: recounted.get(workerId) },
            });
          }
        }
      },
    ),
    { numRuns: 80 },
  );
});
