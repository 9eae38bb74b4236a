import { type LocalDate, textOrder } from '@furrow/kernel';
import { Fraction } from './fraction.ts';
import { centsTogether } from './largest-remainder.ts';
import type { PayFacts, SessionFact, ShiftFact } from './pay-facts.ts';
import type { PayTerms } from './pay-policy.ts';
import { partsOf, pickedIn, type SessionPart } from './session-parts.ts';
import { Timesheet } from './timesheet.ts';
import { type Days, isWithin, workweeksIn } from './workweek.ts';

// oxfmt-ignore
export const LINE_KINDS = ['piece', 'bonus', 'hourly', 'nonproductive', 'rest', 'top_up', 'overtime', 'adjustment'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** One sum of a statement. */
export interface Line {
  readonly kind: LineKind;
  readonly day: LocalDate | null;
  readonly sessionId: string | null;
  readonly shiftId: string | null;
  readonly quantity: Fraction | null;
  readonly unit: string | null;
  readonly rate: Fraction | null;
  /** In cents. */
  readonly amount: Fraction;
}

/** What one worker is owed, step by step. */
export interface Statement {
  readonly workerId: string;
  /** In the order of computation, within a kind by day. */
  readonly lines: readonly Line[];
  readonly hours: Readonly<
    Record<'piece' | 'hourly' | 'nonproductive' | 'rest' | 'total' | 'overtime', Fraction>
  >;
  readonly units: Fraction;
  /** Earnings per hour without overtime; null without hours. */
  readonly regularRate: Fraction | null;
  /** The sum of the lines. */
  readonly gross: Fraction;
}

/** The work of all workers, collected session by session, and what each worker is owed for `days`. */
export class WorkLedger {
  readonly #parts = new Map<string, SessionPart[]>();
  /** For the days that are paid, session by session. */
  readonly #units = new Map<string, Fraction[]>();
  readonly #shifts: ReadonlyMap<string, readonly ShiftFact[]>;

  constructor(
    shifts: readonly ShiftFact[],
    private readonly terms: PayTerms,
    private readonly days: Days,
  ) {
    this.#shifts = Map.groupBy(shifts, ({ workerId }) => workerId);
  }

  add(session: SessionFact): void {
    const picked = pickedIn(session);
    const isPaid = isWithin(session.day, this.days);
    for (const { work, units } of picked) {
      const list = listIn(this.#units, work.workerId);
      if (isPaid) list.push(units);
    }
    for (const part of partsOf(session, picked, this.terms.fixedBonus))
      listIn(this.#parts, part.work.workerId).push(part);
  }

  /** The workers with any work, by id. */
  get workerIds(): string[] {
    return [...new Set([...this.#shifts.keys(), ...this.#units.keys()])].toSorted(textOrder);
  }

  /** Gross pay, exact until each sum is rounded to cents; undefined for a worker without work who is owed nothing. */
  statementOf(workerId: string): Statement | undefined {
    const { terms, days } = this;
    const parts = this.#parts.get(workerId) ?? [];
    const sheet = new Timesheet(parts, this.#shifts.get(workerId) ?? [], terms);
    const units = Fraction.sum(this.#units.get(workerId) ?? []);
    const statement = statementOf(workerId, sheet, units, terms, days);
    // A workweek that ends in these days may be owed something although all its work was before them.
    const isIdle = units.isZero && !sheet.hasAnyWithin(days) && statement.lines.length === 0;
    return isIdle ? undefined : statement;
  }
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/**
 * What each worker is owed for `days`, by worker id.
 * @param facts of these days, and of those before them in a workweek that ends within them
 */
export function statementsOf(facts: PayFacts, terms: PayTerms, days: Days): Statement[] {
  const ledger = new WorkLedger(facts.shifts, terms, days);
  facts.sessions.forEach((session) => ledger.add(session));
  return ledger.workerIds.flatMap((workerId) => ledger.statementOf(workerId) ?? []);
}

function statementOf(
  workerId: string,
  sheet: Timesheet,
  units: Fraction,
  terms: PayTerms,
  days: Days,
): Statement {
  const weeks = workweeksIn(days, terms.workweekStartsOn);
  const whole = weeks.filter((week) => isWithin(week.to, days));
  const topUps = topUpLines(sheet, terms, days, whole);
  const overtime = whole.flatMap((week) => overtimeLine(sheet, terms, week, days));
  const lines = [
    ...pieceLines(sheet.parts, days),
    ...hourLines(sheet, 'hourly', days),
    ...hourLines(sheet, 'nonproductive', days),
    ...weeks.flatMap((week) => restLine(sheet, within(week, days))),
    ...topUps,
    ...overtime,
  ];
  const hoursOf = (kind?: 'piece' | 'hourly' | 'nonproductive') => sheet.hours(days, kind);
  const span = terms.overtime === null || whole.length === 0 ? [days] : whole;
  const earned = Fraction.sum(span.map((each) => earnedIn(sheet, terms, each, days)));
  const worked = Fraction.sum(span.map((each) => sheet.hours(each)));
  return {
    workerId,
    lines,
    hours: {
      ...{ piece: hoursOf('piece'), hourly: hoursOf('hourly'), nonproductive: hoursOf('nonproductive') },
      ...{ rest: sheet.rests(days), total: hoursOf() },
      overtime: Fraction.sum(overtime.map(({ quantity }) => quantity ?? Fraction.ZERO)),
    },
    units,
    regularRate: worked.isZero ? null : earned.over(worked),
    gross: Fraction.sum(lines.map(({ amount }) => amount)),
  };
}

const within = (week: Days, days: Days): Days => ({
  from: week.from < days.from ? days.from : week.from,
  to: week.to > days.to ? days.to : week.to,
});

function pieceLines(parts: readonly SessionPart[], days: Days): Line[] {
  const lines = parts
    .filter(({ session }) => isWithin(session.day, days))
    .map(({ session, kind, quantity, unit, rate, amount }): Line => {
      const { sessionId, day } = session;
      return { kind, day, sessionId, shiftId: null, quantity, unit, rate, amount };
    })
    .sort((a, b) => textOrder(a.day ?? '', b.day ?? '') || textOrder(a.sessionId ?? '', b.sessionId ?? ''));
  return (['piece', 'bonus'] as const).flatMap((kind) => lines.filter((line) => line.kind === kind));
}

/** One line per shift; they add up to the pay for all hours of the kind, however many shifts these were worked in. */
function hourLines(sheet: Timesheet, kind: 'hourly' | 'nonproductive', days: Days): Line[] {
  const paid = sheet.paidShifts(kind, days);
  const cents = centsTogether(paid.map(({ exact }) => exact));
  return paid.map(({ shift, hours, rate }, index) => ({
    ...{ kind, day: shift.day, sessionId: null, shiftId: shift.shiftId, quantity: hours, unit: 'h', rate },
    amount: Fraction.cents(cents[index] ?? 0n),
  }));
}

/** An amount of a span of days, rounded separately. */
function spanLine(
  kind: LineKind,
  details: Pick<Line, 'day' | 'quantity' | 'unit' | 'rate'> & { readonly shiftId?: string },
  exact: Fraction,
): Line[] {
  const amount = Fraction.cents(exact.rounded(2));
  return amount.isZero ? [] : [{ kind, sessionId: null, shiftId: null, ...details, amount }];
}

/** California Labor Code 226.2(a)(3). */
function restLine(sheet: Timesheet, week: Days): Line[] {
  const { hours, rate } = sheet.restPay(week);
  return spanLine('rest', { day: week.from, quantity: hours, unit: 'h', rate }, hours.times(rate));
}

function topUpLines(sheet: Timesheet, terms: PayTerms, days: Days, whole: readonly Days[]): Line[] {
  const { minimumWage, minimumWageBasis } = terms;
  if (minimumWage === null) return [];
  const unit = minimumWage.per === 'hour' ? 'h' : 'd';
  const rate = Fraction.of(minimumWage.amount);
  if (minimumWageBasis === 'shift' && minimumWage.per === 'hour')
    return sheet
      .shiftTopUps(days)
      .flatMap(({ shift, hours, missing }) =>
        spanLine('top_up', { day: shift.day, shiftId: shift.shiftId, quantity: hours, unit, rate }, missing),
      );
  return spansOf(sheet, terms, days, whole).flatMap((span) => {
    const { quantity, missing } = sheet.topUp(span);
    return spanLine('top_up', { day: span.from, quantity, unit, rate }, missing);
  });
}

/** The periods over which the minimum wage is compared; a day is the shortest, for a daily wage. */
function spansOf(sheet: Timesheet, terms: PayTerms, days: Days, whole: readonly Days[]): readonly Days[] {
  if (terms.minimumWageBasis === 'period') return [days];
  if (terms.minimumWageBasis === 'workweek') return whole;
  return sheet.daysWithin(days).map((day) => ({ from: day, to: day }));
}

/** 29 CFR 778.111. */
function overtimeLine(sheet: Timesheet, terms: PayTerms, week: Days, days: Days): Line[] {
  if (terms.overtime === null) return [];
  const { weeklyHours, dailyHours, premium } = terms.overtime;
  const hours = sheet.hours(week);
  const beyond = (worked: Fraction, limit: string | null) =>
    limit === null ? Fraction.ZERO : Fraction.max(Fraction.ZERO, worked.minus(Fraction.of(limit)));
  const daily = sheet.daysWithin(week).map((day) => beyond(sheet.hours({ from: day, to: day }), dailyHours));
  const quantity = Fraction.max(beyond(hours, weeklyHours), Fraction.sum(daily));
  if (quantity.isZero) return [];
  const rate = earnedIn(sheet, terms, week, days).over(hours).times(Fraction.of(premium));
  return spanLine('overtime', { day: week.from, quantity, unit: 'h', rate }, quantity.times(rate));
}

/** Everything except overtime that a span of days earns, exact. */
function earnedIn(sheet: Timesheet, terms: PayTerms, span: Days, days: Days): Fraction {
  const earned = sheet.earnings(span).plus(sheet.restIn(span));
  const { minimumWage, minimumWageBasis } = terms;
  if (minimumWage === null) return earned;
  if (minimumWageBasis === 'shift' && minimumWage.per === 'hour')
    return earned.plus(Fraction.sum(sheet.shiftTopUps(span).map(({ missing }) => missing)));
  if (minimumWageBasis === 'period') {
    const all = sheet.hours(days);
    const share = all.isZero ? Fraction.ZERO : sheet.hours(within(span, days)).over(all);
    return earned.plus(sheet.topUp(days).missing.times(share));
  }
  const whole = workweeksIn(span, terms.workweekStartsOn).filter((week) => isWithin(week.to, span));
  const spans = spansOf(sheet, terms, span, whole);
  return earned.plus(Fraction.sum(spans.map((each) => sheet.topUp(each).missing)));
}
