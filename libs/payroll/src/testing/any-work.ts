import type { LocalDate } from '@furrow/kernel';
import { parted } from '@furrow/production/domain';
import fc from 'fast-check';
import {
  dayBefore,
  type PayFacts,
  type PayTerms,
  type SessionFact,
  type ShiftFact,
  MINIMUM_BASES,
  type Tier,
  TIER_PER,
  type WageState,
  WEEKDAYS,
  type WorkerStanding,
} from '../domain/index.ts';
import { type PricedPick, pricesFrom, recordKind, sessionKind } from './any-prices.ts';
import { policyState, terms } from './builders.ts';

export type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;

// Any work of a few workers in two weeks and a half, by any policies.

export const WORKERS = ['ana', 'ben', 'cid'];
const PROJECTS = ['north', 'south'];
const FIRST = Date.UTC(2026, 0, 12);
export const dayOf = (index: number) =>
  new Date(FIRST + index * 86_400_000).toISOString().slice(0, 10) as LocalDate;

const decimal = (max: number, decimals: number) =>
  fc.integer({ min: 1, max: max * 10 ** decimals }).map((n) => {
    const digits = String(n).padStart(decimals + 1, '0');
    return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  });
const day = fc.integer({ min: 0, max: 16 }).map(dayOf);
const projectId = fc.constantFrom(...PROJECTS);
export const shift = fc.record({
  projectId,
  ...{
    workerId: fc.constantFrom(...WORKERS),
    day,
    kind: fc.constantFrom('piece', 'hourly', 'nonproductive'),
  },
  minutes: fc.integer({ min: 1, max: 900 }),
  rest: fc.constantFrom(0, 0, 10, 20),
});
const weight = fc.constantFrom('1', '2', '0.5', '3.3');
/** A record is of a shift of its day or of the night before, or of none; some are void, and some are shared. */
export const record = fc.record({
  ...{ workerId: fc.constantFrom(...WORKERS), units: decimal(60, 2), voided: fc.boolean() },
  ...{ shift: fc.option(fc.nat()), weight, ...recordKind },
  sharedWith: fc.option(
    fc.uniqueArray(fc.record({ workerId: fc.constantFrom(...WORKERS), weight }), {
      ...{ minLength: 1, maxLength: WORKERS.length },
      selector: ({ workerId }) => workerId,
    }),
    { freq: 1 },
  ),
});
/** How the units of a record are parted by weight. */
export type Parting = (
  units: string,
  sharers: readonly { readonly workerId: string; readonly weight: string }[],
) => readonly { readonly workerId: string; readonly units: string }[];
export const session = fc.record({
  ...{ projectId, unit: fc.constantFrom('bin', 'bin', 'box'), ...sessionKind },
  ...{
    day,
    pricePerUnit: fc.option(decimal(4, 3), { freq: 9 }),
    records: fc.array(record, { maxLength: 8 }),
  },
  bonus: fc.option(
    fc.record({ type: fc.constantFrom('fixed', 'per_unit', 'percent'), value: decimal(20, 2) }),
  ),
});
export const policy = fc.record({
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
  tiers: fc.oneof(
    { weight: 2, arbitrary: fc.constant<Tier[]>([]) },
    fc.uniqueArray<Tier, string>(
      fc.record({
        ...{ unit: fc.constantFrom('bin', 'box'), per: fc.constantFrom(...TIER_PER) },
        ...{ from: decimal(80, 1), premium: decimal(2, 3) },
      }),
      { maxLength: 3, selector: ({ unit, per, from }) => `${unit} ${per} ${from}` },
    ),
  ),
});
/** Two policies, the second from a day on; both have the same workweek. */
export const policies = fc
  .tuple(policy, policy, fc.option(fc.integer({ min: 1, max: 16 })))
  .map(([first, second, from]) => ({
    first: terms(first),
    second: terms({ ...second, workweekStartsOn: first.workweekStartsOn }),
    from: from === null ? null : dayOf(from),
  }));
/** How the office declares both anew before a run; runs that are frozen then keep theirs. */
export const redeclared = fc.option(
  fc.record({
    step: fc.integer({ min: 1, max: 5 }),
    first: policy.map((each) => terms(each)),
    second: policy.map((each) => terms(each)),
  }),
  { freq: 3 },
);
const since = fc.oneof({ weight: 2, arbitrary: fc.constant('2000-01-01' as LocalDate) }, day);
const minimumWage = fc.record({ amount: decimal(40, 2), per: fc.constantFrom('hour', 'hour', 'day') });
const rate = fc.record({
  validFrom: since,
  on: fc.oneof(
    fc.constantFrom(...WORKERS).map((target) => ({ of: 'worker' as const, target })),
    fc.constantFrom('driver', 'picker').map((target) => ({ of: 'position' as const, target })),
    fc.constantFrom('h2a', 'new').map((target) => ({ of: 'group' as const, target })),
  ),
  hourlyRate: fc.option(decimal(30, 2), { freq: 6 }),
});
const projectWage = fc.record({
  ...{ validFrom: since, projectId, group: fc.option(fc.constantFrom('h2a', 'new')) },
  ...{ hourlyRate: fc.option(decimal(25, 2)), minimumWage: fc.option(minimumWage) },
  nonproductiveRate: fc.option(decimal(20, 2)),
});
/** What differs by worker and project; a policy of a group has the same workweek as the others. */
export const wages = fc.record({
  rates: fc.uniqueArray(rate, {
    maxLength: 5,
    selector: (each) => JSON.stringify([each.validFrom, each.on]),
  }),
  projectWages: fc.uniqueArray(projectWage, {
    maxLength: 3,
    selector: ({ validFrom, projectId, group }) => `${validFrom} ${projectId} ${group}`,
  }),
  ofGroup: fc.option(policy, { freq: 2 }),
});
/** Positions, and groups from the beginning and from a day on. */
export const standings = fc
  .tuple(
    ...WORKERS.map(() =>
      fc.record({
        position: fc.constantFrom('driver', 'picker', 'foreman'),
        first: fc.option(fc.constantFrom('h2a', 'new'), { freq: 2 }),
        change: fc.option(fc.record({ from: day, group: fc.option(fc.constantFrom('h2a', 'new')) }), {
          freq: 2,
        }),
      }),
    ),
  )
  .map((all) =>
    Object.fromEntries(
      all.map(({ position, first, change }, index): [string, WorkerStanding] => {
        const groups = [{ from: '2000-01-01' as LocalDate, group: first }, ...(change ? [change] : [])];
        return [WORKERS[index] ?? '', { position, groups }];
      }),
    ),
  );
/** Amounts that the office states by hand. */
export const line = fc.record({
  ...{ worker: fc.constantFrom(...WORKERS), day, inRegularRate: fc.boolean() },
  amount: fc.tuple(fc.boolean(), decimal(90, 2)).map(([isLess, amount]) => (isLess ? `-${amount}` : amount)),
});

/** Everything that decides how work is paid: two policies of all workers, and what differs from them. */
export function wageState(
  {
    first,
    second,
    from,
  }: { readonly first: PayTerms; readonly second: PayTerms; readonly from: LocalDate | null },
  { rates, projectWages, ofGroup }: Of<typeof wages>,
  workers: Of<typeof standings>,
): WageState {
  const { workweekStartsOn } = first;
  const byDay = <T extends { readonly validFrom: LocalDate }>(all: readonly T[]) =>
    all.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  return {
    policies: byDay([
      policyState(first),
      ...(from === null ? [] : [policyState({ ...second, validFrom: from })]),
      ...(ofGroup === null ? [] : [policyState({ ...ofGroup, workweekStartsOn, group: 'h2a' })]),
    ]),
    rates: byDay(rates.map(({ validFrom, on, hourlyRate }) => ({ validFrom, ...on, hourlyRate }))),
    ...{ projectWages: byDay(projectWages), workers },
  };
}

/** The first days of runs. */
export const cuts = fc.uniqueArray(fc.integer({ min: 0, max: 16 }), { minLength: 1, maxLength: 5 });

export const prices = pricesFrom(since, decimal(5, 3), PROJECTS);

/** As production parts them. */
const asRecorded: Parting = (units, sharers) =>
  parted(
    units,
    sharers.map((sharer) => ({ ...sharer, workerName: sharer.workerId, badge: null })),
  );

/** What production does, which a test may do in another way. */
interface Ways {
  /** Where records have prices of their own. */
  readonly priceOf?: (pick: PricedPick) => string | null | undefined;
  readonly part?: Parting;
}

/** The recorded work as the contexts below return it. */
export function factsOf(
  shifts: readonly Of<typeof shift>[],
  sessions: readonly Of<typeof session>[],
  { priceOf, part = asRecorded }: Ways = {},
): PayFacts {
  const kept = shifts.map(({ minutes, rest, ...each }, index): ShiftFact => ({
    ...{ ...each, shiftId: `shift-${index}`, overlaps: false, workMs: (minutes + rest) * 60_000 },
    restMs: rest * 60_000,
  }));
  const workOf = (workerId: string, { records, ...of }: Of<typeof session>) => {
    const { day, projectId: project, pricePerUnit: otherwise } = of;
    const pieces = kept.filter(
      (each) =>
        each.workerId === workerId && each.kind === 'piece' && [day, dayBefore(day)].includes(each.day),
    );
    const units = records
      .filter(({ voided }) => !voided)
      .flatMap(({ shift, quality, container, ...recorded }) => {
        const shiftId = shift === null ? null : (pieces[shift % Math.max(1, pieces.length)]?.shiftId ?? null);
        const price = priceOf?.({ ...of, project, otherwise, quality, container });
        return partsIn(recorded, part)
          .filter((each) => each.workerId === workerId && Number(each.units) > 0)
          .map(({ units: own, isShared }) => ({
            ...{ shiftId, units: own, ...(isShared && { shared: own }) },
            ...(price !== undefined && { price }),
          }));
      });
    return units.length === 0 ? [] : [{ workerId, units }];
  };
  const facts = sessions.map((each, index): SessionFact => {
    const { projectId, day, unit, pricePerUnit, bonus } = each;
    return {
      ...{ projectId, day, unit, pricePerUnit, bonus, sessionId: `session-${index}`, open: false },
      work: WORKERS.flatMap((workerId) => workOf(workerId, each)),
    };
  });
  return { shifts: kept, sessions: facts };
}

function partsIn(
  { workerId, units, weight, sharedWith }: Omit<Of<typeof record>, 'shift' | 'quality' | 'container'>,
  part: Parting,
) {
  const others = (sharedWith ?? []).filter((each) => each.workerId !== workerId);
  if (others.length === 0) return [{ workerId, units, isShared: false }];
  return part(units, [{ workerId, weight }, ...others]).map((each) => ({ ...each, isShared: true }));
}
