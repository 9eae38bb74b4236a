import { type LocalDate, textOrder } from '@furrow/kernel';
import { Fraction } from './fraction.ts';
import type { ShiftFact } from './pay-facts.ts';
import type { PayTerms } from './pay-policy.ts';
import { type SessionPart, unitsOf } from './session-parts.ts';
import { type Days, isWithin, workweekOf, workweeksIn } from './workweek.ts';

const HOUR_MS = 3_600_000n;
const hoursOf = (milliseconds: number): Fraction => Fraction.ratio(BigInt(milliseconds), HOUR_MS);

/** A shift whose hours are paid separately. */
export interface PaidShift {
  readonly shift: ShiftFact;
  /** Without rests that are paid separately. */
  readonly hours: Fraction;
  readonly rate: Fraction;
  readonly exact: Fraction;
}

/** One worker's work, and what it earns before rests, top-ups and overtime; all of it exact. */
export class Timesheet {
  readonly #shifts: readonly ShiftFact[];
  /** The exact amounts of the parts, in their order. */
  readonly #brought: readonly { readonly day: LocalDate; readonly exact: Fraction }[];
  #pieces: ReadonlyMap<string, Fraction> | undefined;

  constructor(
    readonly parts: readonly SessionPart[],
    shifts: readonly ShiftFact[],
    private readonly terms: PayTerms,
  ) {
    this.#shifts = shifts.toSorted((a, b) => textOrder(a.day, b.day) || textOrder(a.shiftId, b.shiftId));
    this.#brought = parts.map(({ session, exact }) => ({ day: session.day, exact }));
  }

  hasAnyWithin(days: Days): boolean {
    return this.daysWithin(days).length > 0;
  }

  /** Days with a shift or units. */
  daysWithin(days: Days): LocalDate[] {
    const all = [...this.#shifts.map(({ day }) => day), ...this.parts.map(({ session }) => session.day)];
    return [...new Set(all)].filter((day) => isWithin(day, days)).toSorted(textOrder);
  }

  hours(days: Days, kind?: ShiftFact['kind']): Fraction {
    const counted = this.#within(days).filter((shift) => kind === undefined || shift.kind === kind);
    return hoursOf(counted.reduce((sum, shift) => sum + (shift.workMs ?? 0), 0));
  }

  /** The hours of rest; those of a running shift are not known yet. */
  rests(days: Days): Fraction {
    const known = this.#within(days).filter(({ workMs }) => workMs !== null);
    return hoursOf(known.reduce((sum, shift) => sum + shift.restMs, 0));
  }

  paidShifts(kind: 'hourly' | 'nonproductive', days: Days): PaidShift[] {
    const rate = this.#rateOf(kind);
    return this.#within(days)
      .filter((shift) => shift.kind === kind && shift.workMs !== null)
      .map((shift) => {
        const apart = this.terms.restBreaks === 'average' ? restOf(shift) : Fraction.ZERO;
        const hours = hoursOf(shift.workMs ?? 0).minus(apart);
        return { shift, hours, rate, exact: hours.times(rate) };
      });
  }

  /** Pieces, bonuses and hours. */
  earnings(days: Days): Fraction {
    const parts = this.#brought.filter(({ day }) => isWithin(day, days));
    const paid = [...this.paidShifts('hourly', days), ...this.paidShifts('nonproductive', days)];
    return Fraction.sum([...parts, ...paid].map(({ exact }) => exact));
  }

  /** For one workweek, or part of it: the hours of rest that are paid separately, and the rate of an hour. */
  restPay(days: Days): { readonly hours: Fraction; readonly rate: Fraction } {
    if (this.terms.restBreaks === 'none') return { hours: Fraction.ZERO, rate: Fraction.ZERO };
    const hours = this.rests(days);
    const others = this.hours(days).minus(hours);
    const average = others.isZero ? Fraction.ZERO : this.earnings(days).over(others);
    return { hours, rate: Fraction.max(this.#minimumPerHour(), average) };
  }

  /** The pay for rests in any days, week by week. */
  restIn(days: Days): Fraction {
    const weeks = workweeksIn(days, this.terms.workweekStartsOn);
    return Fraction.sum(
      weeks.map((week) => {
        const { rate } = this.restPay(week);
        return rate.times(this.rests({ from: later(week.from, days.from), to: earlier(week.to, days.to) }));
      }),
    );
  }

  /** The minimum wage of some days, in hours or days of it, and what is missing to reach it. */
  topUp(days: Days): { readonly quantity: Fraction; readonly missing: Fraction } {
    const { minimumWage } = this.terms;
    if (minimumWage === null) return { quantity: Fraction.ZERO, missing: Fraction.ZERO };
    const quantity =
      minimumWage.per === 'hour' ? this.hours(days) : Fraction.of(this.daysWithin(days).length);
    const floor = quantity.times(Fraction.of(minimumWage.amount));
    const earned = this.earnings(days).plus(this.restIn(days));
    return { quantity, missing: Fraction.max(Fraction.ZERO, floor.minus(earned)) };
  }

  /** What each shift lacks to reach the minimum wage per hour. */
  shiftTopUps(
    days: Days,
  ): { readonly shift: ShiftFact; readonly hours: Fraction; readonly missing: Fraction }[] {
    this.#pieces ??= this.#piecesByShift();
    const pieces = this.#pieces;
    const paid = new Map(
      [...this.paidShifts('hourly', days), ...this.paidShifts('nonproductive', days)].map(
        ({ shift, exact }) => [shift.shiftId, exact],
      ),
    );
    return this.#within(days).map((shift) => {
      const hours = hoursOf(shift.workMs ?? 0);
      const { rate } = this.restPay(workweekOf(shift.day, this.terms.workweekStartsOn));
      const own = (pieces.get(shift.shiftId) ?? Fraction.ZERO).plus(paid.get(shift.shiftId) ?? Fraction.ZERO);
      const earned = own.plus(restOf(shift).times(rate));
      const floor = hours.times(this.#minimumPerHour());
      return { shift, hours, missing: Fraction.max(Fraction.ZERO, floor.minus(earned)) };
    });
  }

  /**
   * What each piece shift earned: its share of a session by units, and by hours of what was recorded in no shift.
   * Always for the whole shift, even if a night shift belongs to another workweek than the session, so that it lacks
   * the same in both.
   */
  #piecesByShift(): Map<string, Fraction> {
    const shifts = this.#shifts.filter(({ kind }) => kind === 'piece');
    const known = new Set(shifts.map(({ shiftId }) => shiftId));
    const brought = new Map<string, Fraction>();
    const bring = (shiftId: string, amount: Fraction) =>
      brought.set(shiftId, (brought.get(shiftId) ?? Fraction.ZERO).plus(amount));
    for (const { session, work, exact } of this.parts) {
      const all = unitsOf(work);
      const ofDay = shifts.filter(({ day }) => day === session.day);
      const hours = Fraction.sum(ofDay.map((shift) => hoursOf(shift.workMs ?? 0)));
      for (const { shiftId, units } of work.units) {
        const amount = exact.times(Fraction.of(units)).over(all);
        if (shiftId !== null && known.has(shiftId)) bring(shiftId, amount);
        else if (!hours.isZero)
          for (const shift of ofDay)
            bring(shift.shiftId, amount.times(hoursOf(shift.workMs ?? 0)).over(hours));
      }
    }
    return brought;
  }

  #within(days: Days): ShiftFact[] {
    return this.#shifts.filter(({ day }) => isWithin(day, days));
  }

  #rateOf(kind: 'hourly' | 'nonproductive'): Fraction {
    const { hourlyRate, nonproductiveRate } = this.terms;
    const minimum = this.#minimumPerHour();
    if (kind === 'hourly') return hourlyRate === null ? minimum : Fraction.of(hourlyRate);
    return nonproductiveRate === null ? minimum : Fraction.max(minimum, Fraction.of(nonproductiveRate));
  }

  #minimumPerHour(): Fraction {
    const { minimumWage } = this.terms;
    return minimumWage?.per === 'hour' ? Fraction.of(minimumWage.amount) : Fraction.ZERO;
  }
}

const restOf = (shift: ShiftFact): Fraction =>
  shift.workMs === null ? Fraction.ZERO : hoursOf(shift.restMs);
const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b);
const earlier = (a: LocalDate, b: LocalDate) => (a < b ? a : b);
