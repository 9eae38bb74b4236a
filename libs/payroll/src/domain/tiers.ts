import type { LocalDate } from '@furrow/kernel';
import { Fraction } from './money/fraction.ts';
import type { SessionFact, WorkFact } from './pay-facts.ts';
import type { Tier } from './terms/pay-policy.ts';
import type { EarnedPart } from './session-parts.ts';
import type { WorkerRun } from './week-pay.ts';
import { type Days, daysBefore, isWithin, workweekOf } from './workweek.ts';

/** The valid units of a worker in a session. */
export interface CountedUnits {
  readonly session: Pick<SessionFact, 'sessionId' | 'day' | 'projectId' | 'unit'>;
  readonly work: WorkFact;
  readonly units: Fraction;
}

/** What a worker's units above a tier earn in a day or run. */
export interface TierPay {
  /** The day, or the first day of the run. */
  readonly day: LocalDate;
  readonly tier: Tier;
  /** The units above. */
  readonly quantity: Fraction;
  readonly premium: Fraction;
  /** Its shares by units: they are earned where the units were picked. */
  readonly parts: readonly EarnedPart[];
}

/**
 * The tiers of the days of a run, and of those before and after it that are read with it, each day by the policy of that
 * day. A session's day decides. Tiers over a run count the days of it that have the same policy together; the days of
 * earlier runs in the first workweek are those runs', and days that no run has paid are taken for one run.
 */
export function tierPay(counted: readonly CountedUnits[], run: WorkerRun): TierPay[] {
  if (counted.length === 0) return [];
  const of = (per: Tier['per'], units: readonly CountedUnits[], day: LocalDate, termsDay: LocalDate) =>
    run
      .termsOn(termsDay)
      .tiers.filter((tier) => tier.per === per)
      .flatMap((tier) => paid(tier, day, units));
  const byDay = Map.groupBy(counted, ({ session }) => session.day);
  const daily = [...byDay].flatMap(([day, units]) => of('day', units, day, day));
  const overRuns = runsOf(run).flatMap((days) => {
    const within = counted.filter(({ session }) => isWithin(session.day, days));
    const byTerms = Map.groupBy(within, ({ session }) => run.termsOn(session.day));
    return [...byTerms.values()].flatMap((units) => {
      const [first] = units;
      return first ? of('period', units, days.from, first.session.day) : [];
    });
  });
  return [...daily, ...overRuns];
}

/** The run, and those that pay the days of its first workweek before it. */
function runsOf({ days, earlier, startsOn }: WorkerRun): Days[] {
  const before = daysBefore(workweekOf(days.from, startsOn), days.from, earlier);
  return [...before.map((cut) => cut.run), days];
}

function paid(tier: Tier, day: LocalDate, all: readonly CountedUnits[]): TierPay[] {
  const counted = all.filter(({ session, units }) => session.unit === tier.unit && !units.isZero);
  const total = Fraction.sum(counted.map(({ units }) => units));
  const quantity = total.minus(Fraction.of(tier.from));
  const premium = Fraction.of(tier.premium);
  if (quantity.compare(Fraction.ZERO) <= 0 || premium.isZero) return [];
  const perUnit = quantity.times(premium).over(total);
  const parts = counted.map(({ session, work, units }) => ({ session, work, exact: units.times(perUnit) }));
  return [{ day, tier, quantity, premium, parts }];
}
