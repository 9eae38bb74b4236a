import {
  DEFAULT_TERMS,
  type PayFacts,
  type PayTerms,
  type SessionFact,
  type ShiftFact,
} from '../domain/index.ts';
import type { Placed } from './in-memory-farm-work.ts';

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
const cents = ([a, b]: Ratio): bigint => (a < 0n ? -cents([-a, b]) : (200n * a + b) / (2n * b));

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

/** What a run needs besides the facts. */
export interface PlainRun {
  readonly from: string;
  readonly to: string;
  readonly termsOn: TermsOn;
  /** The runs before this one. */
  readonly earlier: readonly { readonly from: string; readonly to: string }[];
}

/** A worker's cents by kind of line, without zeros. */
export function plainPay(facts: PayFacts, run: PlainRun, worker: string): Record<string, bigint> {
  const parts = facts.sessions.flatMap((session) => plainParts(session, run.termsOn(session.day).fixedBonus));
  const own = parts.filter(({ workerId }) => workerId === worker);
  return new PlainWorker(
    own,
    facts.shifts.filter(({ workerId }) => workerId === worker),
    run,
  ).pay();
}

class PlainWorker {
  private readonly days: string[];
  private readonly startsOn: string;

  constructor(
    private readonly parts: readonly PlainPart[],
    private readonly shifts: readonly ShiftFact[],
    private readonly run: PlainRun,
  ) {
    this.days = daysFrom(run.from, run.to);
    this.startsOn = run.termsOn(run.to).workweekStartsOn;
  }

  pay(): Record<string, bigint> {
    const inRun = this.parts.filter(({ day }) => this.days.includes(day));
    const partsOf = (kind: string) =>
      inRun.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.cents, 0n);
    const paid = (kind: string) => cents(total(this.in(this.days, kind).map((shift) => this.paid(shift))));
    const rounded = (ratios: readonly Ratio[]) => ratios.reduce((sum, each) => sum + cents(each), 0n);
    const sums = {
      ...{ piece: partsOf('piece'), bonus: partsOf('bonus') },
      ...{ hourly: paid('hourly'), nonproductive: paid('nonproductive') },
      rest: rounded([...this.weeks().map((week) => this.restIn(this.ofRun(week))), this.restBefore()]),
      top_up: rounded([...this.topUps(), this.topUpBefore()]),
      overtime: rounded(this.wholeWeeks().map((week) => this.overtime(week))),
    };
    return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
  }

  private weekOf = (day: string) => weekOf(day, this.startsOn);
  private weeks(): string[][] {
    return [...new Map(this.days.map((day) => [this.weekOf(day)[0], this.weekOf(day)])).values()];
  }
  private wholeWeeks = () => this.weeks().filter((week) => this.days.includes(week[6] ?? ''));
  private ofRun = (days: readonly string[]) => days.filter((day) => this.days.includes(day));

  private in = (days: readonly string[], kind?: string) =>
    this.shifts.filter((shift) => days.includes(shift.day) && (kind === undefined || shift.kind === kind));
  private minimum(day: string): Ratio {
    const { minimumWage } = this.run.termsOn(day);
    return minimumWage?.per === 'hour' ? of(minimumWage.amount) : ZERO;
  }
  private hoursOf = ({ workMs }: ShiftFact): Ratio => [BigInt(workMs ?? 0), 3_600_000n];
  private restOf = ({ day, restMs }: ShiftFact): Ratio =>
    this.run.termsOn(day).restBreaks === 'average' ? [BigInt(restMs), 3_600_000n] : ZERO;
  private hours = (days: readonly string[]) => total(this.in(days).map(this.hoursOf));

  private paid(shift: ShiftFact): Ratio {
    const { hourlyRate, nonproductiveRate } = this.run.termsOn(shift.day);
    const stated = shift.kind === 'hourly' ? hourlyRate : nonproductiveRate;
    const rate = stated === null ? this.minimum(shift.day) : of(stated);
    const hours = take(this.hoursOf(shift), this.restOf(shift));
    return times(hours, shift.kind === 'hourly' ? rate : more(rate, this.minimum(shift.day)));
  }

  /** The days to which a part belongs: those of the shifts in which its units were recorded, else its own. */
  private shares({ day, exact, units }: PlainPart): { day: string; shiftId: string | null; amount: Ratio }[] {
    const all = total(units.map((each) => of(each.units)));
    return units.map((each) => {
      const shift = this.shifts.find(({ shiftId, kind }) => shiftId === each.shiftId && kind === 'piece');
      const amount = over(times(exact, of(each.units)), all);
      return { day: shift?.day ?? day, shiftId: shift?.shiftId ?? null, amount };
    });
  }

  private earned(days: readonly string[]): Ratio {
    const shares = this.parts.flatMap((part) => this.shares(part)).filter(({ day }) => days.includes(day));
    const paid = this.in(days).filter(({ kind }) => kind !== 'piece');
    return total([...shares.map(({ amount }) => amount), ...paid.map((shift) => this.paid(shift))]);
  }

  /** What an hour of a day's workweek earns, as far as it is known on a later day. */
  private average(day: string, known: string): Ratio {
    const days = this.weekOf(day).filter((each) => each <= known);
    const others = take(this.hours(days), total(this.in(days).map(this.restOf)));
    return others[0] === 0n ? ZERO : over(this.earned(days), others);
  }

  private restPaid = (shift: ShiftFact, known: string): Ratio =>
    times(this.restOf(shift), more(this.minimum(shift.day), this.average(shift.day, known)));
  private restIn = (days: readonly string[], known: string = this.run.to): Ratio =>
    total(this.in(days).map((shift) => this.restPaid(shift, known)));

  /** The first workweek's days before the run, if the run has its last day. */
  private before(): string[] {
    const week = this.weekOf(this.run.from);
    return this.days.includes(week[6] ?? '') ? week.filter((day) => day < this.run.from) : [];
  }
  /** The days of the run that pays a day before this run; days of no run between two runs are like a run. */
  private runOf(day: string): string[] {
    const run = this.run.earlier.find(({ from, to }) => from <= day && day <= to);
    if (run) return daysFrom(run.from, run.to);
    const isFree = (each: string) => !this.run.earlier.some(({ from, to }) => from <= each && each <= to);
    const before = this.weekOf(day).filter((each) => each < this.run.from);
    const [from, to] = [
      before.findLast((each) => each <= day && !isFree(each)),
      before.find((each) => each > day && !isFree(each)),
    ];
    return before.filter((each) => (from === undefined || each > from) && (to === undefined || each < to));
  }
  private knownOf = (day: string) => this.runOf(day).at(-1) ?? day;

  private restBefore = (): Ratio =>
    total(this.before().map((day) => take(this.restIn([day]), this.restIn([day], this.knownOf(day)))));
  private topUpBefore = (): Ratio =>
    total(this.before().map((day) => take(this.lacking(day), this.lacking(day, this.knownOf(day)))));

  private missing(days: readonly string[], known: string = this.run.to): Ratio {
    const worked = days.filter(
      (day) =>
        this.in([day]).length > 0 ||
        this.parts.some((part) => this.shares(part).some((share) => share.day === day)),
    );
    const floors = worked.map((day): Ratio => {
      const { minimumWage } = this.run.termsOn(day);
      const quantity: Ratio = minimumWage?.per === 'day' ? [1n, 1n] : this.hours([day]);
      return times(quantity, of(minimumWage?.amount ?? '0'));
    });
    return more(ZERO, take(total(floors), add(this.earned(days), this.restIn(days, known))));
  }

  private missingOf(shift: ShiftFact, known: string): Ratio {
    const own = shift.kind === 'piece' ? this.piecesOf(shift) : this.paid(shift);
    const floor = times(this.hoursOf(shift), this.minimum(shift.day));
    return more(ZERO, take(floor, add(own, this.restPaid(shift, known))));
  }

  /** Its units' share of each part, and its hours' share of what was recorded in no piece shift of the worker. */
  private piecesOf(shift: ShiftFact): Ratio {
    const hours = total(this.in([shift.day], 'piece').map(this.hoursOf));
    return total(
      this.parts.flatMap((part) =>
        this.shares(part).map(({ shiftId, amount }) => {
          if (shiftId !== null) return shiftId === shift.shiftId ? amount : ZERO;
          return part.day === shift.day ? times(amount, over(this.hoursOf(shift), hours)) : ZERO;
        }),
      ),
    );
  }

  private basisOf(day: string): string {
    const { minimumWage, minimumWageBasis } = this.run.termsOn(day);
    if (minimumWage === null) return 'none';
    return minimumWageBasis === 'shift' && minimumWage.per === 'day' ? 'day' : minimumWageBasis;
  }
  /** What a day lacks by itself, or its shifts. */
  private lacking(day: string, known: string = this.run.to): Ratio {
    const basis = this.basisOf(day);
    if (basis === 'shift') return total(this.in([day]).map((shift) => this.missingOf(shift, known)));
    return basis === 'day' ? this.missing([day], known) : ZERO;
  }
  private ofWeek = (week: readonly string[]) =>
    this.missing(week.filter((day) => this.basisOf(day) === 'workweek'));

  private topUps(): Ratio[] {
    const own = this.days.flatMap((day) =>
      this.basisOf(day) === 'shift'
        ? this.in([day]).map((shift) => this.missingOf(shift, this.run.to))
        : [this.lacking(day)],
    );
    const period = this.basisOf(this.run.to) === 'period' ? [this.missing(this.days)] : [];
    return [...own, ...period, ...this.wholeWeeks().map((week) => this.ofWeek(week))];
  }

  private overtime(week: readonly string[]): Ratio {
    const { overtime } = this.run.termsOn(week[6] ?? '');
    const hours = this.hours(week);
    if (overtime === null || hours[0] === 0n) return ZERO;
    const beyond = (worked: Ratio, limit: string | null) =>
      limit === null ? ZERO : more(ZERO, take(worked, of(limit)));
    const daily = total(week.map((day) => beyond(this.hours([day]), overtime.dailyHours)));
    const extra = more(daily, beyond(hours, overtime.weeklyHours));
    const topUps = [this.ofWeek(week), ...week.map((day) => this.lacking(day)), ...this.periodsIn(week)];
    const earned = total([this.earned(week), this.restIn(week), ...topUps]);
    return times(times(over(earned, hours), of(overtime.premium)), extra);
  }

  /** Day by day, the part of the run's top-up that falls on the day's hours. */
  private periodsIn(week: readonly string[]): Ratio[] {
    return week.map((day) => {
      const run = this.days.includes(day) ? this.days : this.runOf(day);
      const hours = this.hours(run);
      if (this.basisOf(day) !== 'period' || hours[0] === 0n) return ZERO;
      return times(this.missing(run, run.at(-1)), over(this.hours([day]), hours));
    });
  }
}

/** The work of a company as far as it is known when a run is frozen. */
export interface PlacedFacts {
  readonly sessions: readonly Placed<SessionFact>[];
  readonly shifts: readonly Placed<ShiftFact>[];
}

export interface PlacedRun {
  readonly from: string;
  readonly to: string;
  /** Null: all projects. */
  readonly projectId: string | null;
}

type TermsOn = (day: string) => PayTerms;

/** A run, and the terms by which it pays its days. */
interface PaidRun {
  readonly run: PlacedRun;
  readonly terms: PayTerms;
}

/** Freezes one run after the other, each with what has changed in the days of those before it. */
export class PlainOffice {
  private readonly frozen: (PaidRun & { readonly paid: Map<string, bigint> })[] = [];
  private facts: PlacedFacts = { sessions: [], shifts: [] };
  private termsOn: TermsOn = () => DEFAULT_TERMS;

  /**
   * @param termsOn the policies in force
   * @returns each worker's cents by kind of line, without zeros
   */
  freeze(
    facts: PlacedFacts,
    { run, termsOn }: { readonly run: PlacedRun; readonly termsOn: TermsOn },
    workers: readonly string[],
  ): Map<string, Record<string, bigint>> {
    this.facts = facts;
    this.termsOn = termsOn;
    const terms = termsOn(run.from);
    const corrected = this.frozen.filter(
      (each) => run.projectId === null || run.projectId === each.run.projectId,
    );
    const amounts = new Map<string, Record<string, bigint>>();
    const paid = new Map<string, bigint>();
    for (const worker of workers) {
      const own = this.owed({ run, terms }, worker);
      let adjustment = 0n;
      for (const before of corrected) {
        const owed = sumOf(this.owed(before, worker));
        adjustment += owed - (before.paid.get(worker) ?? 0n);
        before.paid.set(worker, owed);
      }
      paid.set(worker, sumOf(own));
      amounts.set(worker, adjustment === 0n ? own : { ...own, adjustment });
    }
    this.frozen.push({ run, terms, paid });
    return amounts;
  }

  /**
   * Runs of a project know its work alone, and as earlier runs those of the project and of all projects. Days that a run
   * pays have the terms of that run, others the terms of now.
   */
  private owed({ run, terms }: PaidRun, worker: string): Record<string, bigint> {
    const { sessions, shifts } = this.facts;
    const isOf = ({ projectId }: { readonly projectId: string | null }) =>
      run.projectId === null || run.projectId === projectId;
    const earlier = this.frozen.filter(
      ({ run: { projectId, from } }) =>
        from < run.from && (projectId === null || projectId === run.projectId),
    );
    const paid = [{ run, terms }, ...earlier];
    const termsOn = (day: string) =>
      paid.find(({ run: { from, to } }) => from <= day && day <= to)?.terms ?? this.termsOn(day);
    const own = { sessions: sessions.filter(isOf), shifts: shifts.filter(isOf) };
    return plainPay(own, { ...run, termsOn, earlier: earlier.map((each) => each.run) }, worker);
  }
}

const sumOf = (cents: Readonly<Record<string, bigint>>) =>
  Object.values(cents).reduce((sum, each) => sum + each, 0n);
