import type { PayFacts, PayTerms, SessionFact, ShiftFact } from '../domain/index.ts';

// A second, plain implementation of docs/pay.md that tests compare with the real one, none of which is used here.

/** Numerator and denominator, the latter above 0. */
type Ratio = readonly [bigint, bigint];

const ZERO: Ratio = [0n, 1n];
const add = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d + c * b, b * d];
const take = (from: Ratio, [c, d]: Ratio): Ratio => add(from, [-c, d]);
const times = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d];
const over = ([a, b]: Ratio, [c, d]: Ratio): Ratio => (c < 0n ? [-a * d, -b * c] : [a * d, b * c]);
const isMore = (a: Ratio, b: Ratio): boolean => take(a, b)[0] > 0n;
const more = (a: Ratio, b: Ratio): Ratio => (isMore(a, b) ? a : b);
const total = (ratios: readonly Ratio[]): Ratio => ratios.reduce(add, ZERO);
const of = (decimal: string): Ratio => {
  const [whole = '', decimals = ''] = decimal.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
};
/** For values of at least 0. */
const cents = ([a, b]: Ratio): bigint => (200n * a + b) / (2n * b);

const DAY = 86_400_000;
const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
function daysFrom(from: string, to: string): string[] {
  return from > to ? [] : [from, ...daysFrom(plusDays(from, 1), to)];
}
function weekOf(day: string, startsOn: string): string[] {
  const isFirst = WEEK[new Date(day).getUTCDay()] === startsOn;
  return isFirst ? daysFrom(day, plusDays(day, 6)) : weekOf(plusDays(day, -1), startsOn);
}

export interface PlainPart {
  readonly sessionId: string;
  readonly day: string;
  readonly workerId: string;
  readonly kind: 'piece' | 'bonus';
  readonly exact: Ratio;
  readonly cents: bigint;
  readonly units: readonly { readonly shiftId: string | null; readonly units: string }[];
}

/** The value of a session: valid units × price plus the bonus, rounded once. */
export function worthOf(session: SessionFact): bigint {
  return cents(total(exactParts(session, 'equal').map(({ exact }) => exact)));
}

function exactParts({ sessionId, day, pricePerUnit, bonus, work }: SessionFact, fixed: string) {
  if (pricePerUnit === null) return [];
  const price = of(pricePerUnit);
  const all = total(work.flatMap(({ units }) => units.map((each) => of(each.units))));
  return work
    .toSorted((a, b) => (a.workerId < b.workerId ? -1 : 1))
    .flatMap(({ workerId, units }) => {
      const own = total(units.map((each) => of(each.units)));
      const about = { sessionId, day, workerId, units };
      const piece = { ...about, kind: 'piece' as const, exact: times(own, price) };
      if (bonus === null) return [piece];
      const share: Ratio = fixed === 'equal' ? [1n, BigInt(work.length)] : over(own, all);
      const value = of(bonus.value);
      const exact = {
        fixed: times(value, share),
        per_unit: times(value, own),
        percent: times(times(value, [1n, 100n]), piece.exact),
      }[bonus.type];
      return [piece, { ...about, kind: 'bonus' as const, exact }];
    });
}

/**
 * Truncated to cents; then one cent more for the part with the largest remainder, on a tie the larger, then the first,
 * until all is distributed.
 */
function plainParts(session: SessionFact, fixed: string): PlainPart[] {
  const parts = exactParts(session, fixed).map((part) => ({
    ...part,
    cents: (100n * part.exact[0]) / part.exact[1],
  }));
  const lost = (part: (typeof parts)[number]) => take(part.exact, [part.cents, 100n]);
  const order = parts.toSorted((a, b) => {
    if (isMore(lost(a), lost(b))) return -1;
    if (isMore(lost(b), lost(a))) return 1;
    return isMore(a.exact, b.exact) ? -1 : isMore(b.exact, a.exact) ? 1 : parts.indexOf(a) - parts.indexOf(b);
  });
  let left = worthOf(session) - parts.reduce((sum, part) => sum + part.cents, 0n);
  for (const part of order) if (left-- > 0n) part.cents += 1n;
  return parts;
}

/** A worker's cents by kind of line, without zeros. */
export function plainPay(
  facts: PayFacts,
  terms: PayTerms,
  run: { from: string; to: string },
  worker: string,
) {
  const parts = facts.sessions.flatMap((session) => plainParts(session, terms.fixedBonus));
  const own = parts.filter(({ workerId }) => workerId === worker);
  return new PlainWorker(
    own,
    facts.shifts.filter(({ workerId }) => workerId === worker),
    terms,
    run,
  ).pay();
}

class PlainWorker {
  private readonly days: string[];
  private readonly minimum: Ratio;

  constructor(
    private readonly parts: readonly PlainPart[],
    private readonly shifts: readonly ShiftFact[],
    private readonly terms: PayTerms,
    run: { from: string; to: string },
  ) {
    this.days = daysFrom(run.from, run.to);
    this.minimum = terms.minimumWage?.per === 'hour' ? of(terms.minimumWage.amount) : ZERO;
  }

  pay(): Record<string, bigint> {
    const { days } = this;
    const inRun = this.parts.filter(({ day }) => days.includes(day));
    const rounded = (ratios: readonly Ratio[]) => ratios.reduce((sum, each) => sum + cents(each), 0n);
    const partsOf = (kind: string) =>
      inRun.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.cents, 0n);
    const sums = {
      ...{ piece: partsOf('piece'), bonus: partsOf('bonus') },
      hourly: cents(total(this.in(days, 'hourly').map((shift) => this.paid(shift)))),
      nonproductive: cents(total(this.in(days, 'nonproductive').map((shift) => this.paid(shift)))),
      rest: rounded(this.weeks().map((week) => this.restPaid(this.both(week, days), this.both(week, days)))),
      top_up: rounded(this.topUps()),
      overtime: rounded(this.wholeWeeks().map((week) => this.overtime(week))),
    };
    return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
  }

  private in(days: readonly string[], kind?: string): ShiftFact[] {
    return this.shifts.filter(
      (shift) => days.includes(shift.day) && (kind === undefined || shift.kind === kind),
    );
  }

  private both = (some: readonly string[], others: readonly string[]) =>
    some.filter((day) => others.includes(day));
  private weeks(): string[][] {
    const weeks = this.days.map((day) => weekOf(day, this.terms.workweekStartsOn));
    return [...new Map(weeks.map((week) => [week[0], week])).values()];
  }
  private wholeWeeks = () => this.weeks().filter((week) => this.days.includes(week[6] ?? ''));

  private hoursOf = ({ workMs }: ShiftFact): Ratio => [BigInt(workMs ?? 0), 3_600_000n];
  private restOf = ({ restMs }: ShiftFact): Ratio => [BigInt(restMs), 3_600_000n];
  private hours = (days: readonly string[]) => total(this.in(days).map(this.hoursOf));

  private paid(shift: ShiftFact): Ratio {
    const { hourlyRate, nonproductiveRate, restBreaks } = this.terms;
    const stated = shift.kind === 'hourly' ? hourlyRate : nonproductiveRate;
    const rate = stated === null ? this.minimum : of(stated);
    const hours =
      restBreaks === 'average' ? take(this.hoursOf(shift), this.restOf(shift)) : this.hoursOf(shift);
    return times(hours, shift.kind === 'hourly' ? rate : more(rate, this.minimum));
  }

  private earned(days: readonly string[]): Ratio {
    const parts = this.parts.filter(({ day }) => days.includes(day)).map(({ exact }) => exact);
    const paid = this.in(days)
      .filter(({ kind }) => kind !== 'piece')
      .map((shift) => this.paid(shift));
    return total([...parts, ...paid]);
  }

  private restRate(week: readonly string[]): Ratio {
    const others = take(this.hours(week), total(this.in(week).map(this.restOf)));
    return others[0] === 0n ? this.minimum : more(this.minimum, over(this.earned(week), others));
  }

  /** The pay for rests in `days`, at the average of `week`. */
  private restPaid(week: readonly string[], days: readonly string[]): Ratio {
    if (this.terms.restBreaks === 'none') return ZERO;
    return times(total(this.in(days).map(this.restOf)), this.restRate(week));
  }

  private restIn(days: readonly string[]): Ratio {
    const weeks = new Map(
      days.map((day) => weekOf(day, this.terms.workweekStartsOn)).map((week) => [week[0], week]),
    );
    return total([...weeks.values()].map((week) => this.restPaid(week, this.both(week, days))));
  }

  private missing(days: readonly string[]): Ratio {
    const { minimumWage } = this.terms;
    if (minimumWage === null) return ZERO;
    const worked = days.filter(
      (day) => this.in([day]).length > 0 || this.parts.some((part) => part.day === day),
    );
    const quantity: Ratio = minimumWage.per === 'hour' ? this.hours(days) : [BigInt(worked.length), 1n];
    const floor = times(quantity, of(minimumWage.amount));
    return more(ZERO, take(floor, add(this.earned(days), this.restIn(days))));
  }

  private missingOf(shift: ShiftFact): Ratio {
    const week = weekOf(shift.day, this.terms.workweekStartsOn);
    const rests = this.terms.restBreaks === 'none' ? ZERO : times(this.restOf(shift), this.restRate(week));
    const own = shift.kind === 'piece' ? this.broughtBy(shift) : this.paid(shift);
    return more(ZERO, take(times(this.hoursOf(shift), this.minimum), add(own, rests)));
  }

  /** Its units' share of each part, and its hours' share of what was recorded in no piece shift of the worker. */
  private broughtBy(shift: ShiftFact): Ratio {
    const pieces = this.shifts.filter(({ kind }) => kind === 'piece');
    const ofDay = pieces.filter(({ day }) => day === shift.day);
    return total(
      this.parts.flatMap(({ day, exact, units }) => {
        const all = total(units.map((each) => of(each.units)));
        return units.map((each) => {
          const amount = over(times(exact, of(each.units)), all);
          if (pieces.some(({ shiftId }) => shiftId === each.shiftId))
            return each.shiftId === shift.shiftId ? amount : ZERO;
          const hours = total(ofDay.map(this.hoursOf));
          return day === shift.day ? times(amount, over(this.hoursOf(shift), hours)) : ZERO;
        });
      }),
    );
  }

  /** What is missing to the minimum wage within some days, in whole weeks if it is compared by week. */
  private topUps(): Ratio[] {
    const { minimumWageBasis: basis, minimumWage } = this.terms;
    if (basis === 'shift' && minimumWage?.per === 'hour')
      return this.in(this.days).map((shift) => this.missingOf(shift));
    if (basis === 'period') return [this.missing(this.days)];
    if (basis === 'workweek') return this.wholeWeeks().map((week) => this.missing(week));
    return this.days.map((day) => this.missing([day]));
  }

  private toppedUp(week: readonly string[]): Ratio {
    const { minimumWageBasis: basis, minimumWage } = this.terms;
    if (basis === 'shift' && minimumWage?.per === 'hour')
      return total(this.in(week).map((shift) => this.missingOf(shift)));
    if (basis === 'workweek') return this.missing(week);
    if (basis !== 'period') return total(week.map((day) => this.missing([day])));
    const all = this.hours(this.days);
    const share = all[0] === 0n ? ZERO : over(this.hours(this.both(week, this.days)), all);
    return times(this.missing(this.days), share);
  }

  private overtime(week: readonly string[]): Ratio {
    const { overtime } = this.terms;
    const hours = this.hours(week);
    if (overtime === null || hours[0] === 0n) return ZERO;
    const beyond = (worked: Ratio, limit: string | null) =>
      limit === null ? ZERO : more(ZERO, take(worked, of(limit)));
    const daily = total(week.map((day) => beyond(this.hours([day]), overtime.dailyHours)));
    const extra = more(daily, beyond(hours, overtime.weeklyHours));
    const earned = total([this.earned(week), this.restIn(week), this.toppedUp(week)]);
    return times(times(over(earned, hours), of(overtime.premium)), extra);
  }
}
