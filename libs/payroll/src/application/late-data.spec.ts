import { expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import fc from 'fast-check';
import { dayBefore, type PayPolicyState, type PayTerms, type StatementView } from '../domain/index.ts';
import {
  cuts,
  dayOf,
  factsOf,
  type Of,
  policies,
  redeclared,
  session,
  shift,
  WORKERS,
} from '../testing/any-work.ts';
import { InMemoryOffice } from '../testing/in-memory-office.ts';
import { PlainOffice, type PlacedFacts, type PlacedRun } from '../testing/plain-pay.ts';

const STEPS = 6;
/** From which run on something is known, and from which it is void. */
const fate = fc.record({
  known: fc.constantFrom(0, 0, 0, 1, 2, 3),
  voided: fc.option(fc.integer({ min: 1, max: STEPS }), { freq: 2 }),
});
const project = fc.constantFrom('north', 'south');
const placedShift = fc.record({ shift, fate, project });
const placedSession = fc.record({
  ...{ session, project, known: fate.map(({ known }) => known) },
  fates: fc.array(fate, { minLength: 8, maxLength: 8 }),
  /** The office corrects the price before a run. */
  price: fc.option(
    fc.record({ from: fc.integer({ min: 1, max: STEPS }), price: fc.constantFrom('2', '0.5') }),
  ),
});
const world = fc.record({
  shifts: fc.array(placedShift, { maxLength: 10 }),
  sessions: fc.array(placedSession, { maxLength: 5 }),
});
/** Of the days of each run: none, one or both of the projects by themselves, or all projects. */
const covered = fc.array(fc.constantFrom([null], [null], ['north'], ['south', 'north'], []), {
  minLength: STEPS + 2,
  maxLength: STEPS + 2,
});

const isThere = ({ known, voided }: Of<typeof fate>, step: number) =>
  known <= step && (voided === null || voided > step);

/** What is known when the run of a step is frozen. */
function knownAt(step: number, { shifts, sessions }: Of<typeof world>): PlacedFacts {
  const known = sessions.filter((each) => each.known <= step);
  const facts = factsOf(
    shifts.map((each) => each.shift),
    known.map(({ session: { records, ...of }, fates, price }) => ({
      ...of,
      ...(price && price.from <= step && { pricePerUnit: price.price }),
      records: records.filter((_, index) => isThere(fates[index]!, step)),
    })),
  );
  const there = facts.shifts
    .map((fact, index) => ({ ...fact, projectId: shifts[index]!.project }))
    .filter((_, index) => isThere(shifts[index]!.fate, step));
  const ids = new Set<string | null>(there.map(({ shiftId }) => shiftId));
  return {
    shifts: there,
    sessions: facts.sessions.map(({ work, ...fact }, index) => ({
      ...{
        ...fact,
        sessionId: `session-${sessions.indexOf(known[index]!)}`,
        projectId: known[index]!.project,
      },
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
  change: LocalDate | null,
  projects: Of<typeof covered>,
): (PlacedRun & { from: LocalDate; to: LocalDate })[] {
  const from = [...new Set([...starts.map(dayOf), ...(change === null ? [] : [change])])].toSorted();
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

/** The terms of two policies, the second of which begins on a day, if any. */
function inForce({ first, second }: Policies, from: LocalDate | null) {
  const declared: PayPolicyState[] = [{ ...first, validFrom: '2000-01-01' as LocalDate }];
  if (from !== null) declared.push({ ...second, validFrom: from });
  return { declared, termsOn: (on: string) => (from !== null && on >= from ? second : first) };
}

it('runs of projects and companies equal a plain recount, also where facts come late, are voided or corrected', async () => {
  await fc.assert(
    fc.asyncProperty(
      ...([world, policies, redeclared, cuts, covered] as const),
      async (facts, { from, ...before }, after, starts, projects) => {
        const office = new InMemoryOffice();
        const plain = new PlainOffice();
        for (const [step, run] of runsOf(starts, from, projects).entries()) {
          const known = knownAt(step, facts);
          const { declared, termsOn } = inForce(after && after.step <= step ? after : before, from);
          await office.declare(declared);
          const statements = await office.freeze(known, run);
          const recounted = plain.freeze(known, { run, termsOn }, WORKERS);
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
