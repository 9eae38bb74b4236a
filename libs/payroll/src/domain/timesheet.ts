import { type LocalDate, textOrder } from '@furrow/kernel';
import { Fraction } from './money/fraction.ts';
import type { ShiftFact } from './pay-facts.ts';
import type { TermsOn } from './pay-policy.ts';
import { type SessionPart, unitsOf } from './session-parts.ts';
import { type Days, isWithin } from './workweek.ts';

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

/** The average earnings of an hour of the workweek that a day is in, as the rests of that day are paid. */
export type AverageOn = (day: LocalDate) => Fraction;

/** The minimum wage of some days, in hours or days of it, and what is missing to reach it. */
export interface TopUp {
  readonly quantity: Fraction;
  readonly missing: Fraction;
}

/** Rests that are paid separately. */
export interface RestPay {
  readonly hours: Fraction;
  readonly exact: Fraction;
}

interface Earned {
  readonly day: LocalDate;
  readonly exact: Fraction;
}

/**
 * One worker's work, and what it earns before rests, top-ups and overtime; all of it exact, each day by its own terms.
 * What was picked in a shift belongs to the shift's day, also after midnight.
 */
export class Timesheet {
  readonly #shifts: readonly ShiftFact[];
  readonly #pieceShifts: ReadonlyMap<string, ShiftFact>;
  /** Pieces and bonuses. */
  readonly #brought: readonly Earned[];
  #byShift: ReadonlyMap<string, Fraction> | undefined;

  constructor(
    readonly parts: readonly SessionPart[],
    shifts: readonly ShiftFact[],
    private readonly termsOn: TermsOn,
  ) {
    this.#shifts = shifts.toSorted((a, b) => textOrder(a.day, b.day) || textOrder(a.shiftId, b.shiftId));
    const pieces = this.#shifts.filter(({ kind }) => kind === 'piece');
    this.#pieceShifts = new Map(pieces.map((shift) => [shift.shiftId, shift]));
    this.#brought = parts.flatMap((part) => this.#earnedBy(part));
  }

  /** Days with a shift or units. */
  daysWithin(days: Days): LocalDate[] {
    const all = [...this.#shifts, ...this.#brought].map(({ day }) => day);
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
    return this.#within(days)
      .filter((shift) => shift.kind === kind && shift.workMs !== null)
      .map((shift) => {
        const rate = this.#rateOf(kind, shift.day);
        const hours = hoursOf(shift.workMs ?? 0).minus(this.#restApart(shift));
        return { shift, hours, rate, exact: hours.times(rate) };
      });
  }

  /** Pieces, bonuses and hours. */
  earnings(days: Days): Fraction {
    const parts = this.#brought.filter(({ day }) => isWithin(day, days));
    const paid = [...this.paidShifts('hourly', days), ...this.paidShifts('nonproductive', days)];
    return Fraction.sum([...parts, ...paid].map(({ exact }) => exact));
  }

  /** What an hour earns besides the rests that are paid separately; 0 without hours. */
  average(days: Days): Fraction {
    const rests = Fraction.sum(this.#within(days).map((shift) => this.#restApart(shift)));
    const others = this.hours(days).minus(rests);
    return others.isZero ? Fraction.ZERO : this.earnings(days).over(others);
  }

  /** The rests that are paid separately: hours, and pay at the average, but never below the minimum wage. */
  restPay(days: Days, averageOn: AverageOn): RestPay {
    const rests = this.#within(days).filter((shift) => !this.#restApart(shift).isZero);
    return {
      hours: Fraction.sum(rests.map((shift) => this.#restApart(shift))),
      exact: Fraction.sum(rests.map((shift) => this.#restPaid(shift, averageOn))),
    };
  }

  /** @param isMeant of the days, those that are compared together */
  topUp(days: Days, averageOn: AverageOn, isMeant: (day: LocalDate) => boolean = () => true): TopUp {
    const worked = this.daysWithin(days).filter(isMeant);
    const quantities = worked.map((day) => this.#quantityOf(day));
    const floors = worked.map((day, index) => (quantities[index] ?? Fraction.ZERO).times(this.#wageOn(day)));
    const earned = worked.map((day) => this.#earnedOn(day, averageOn));
    const missing = Fraction.sum(floors).minus(Fraction.sum(earned));
    return { quantity: Fraction.sum(quantities), missing: Fraction.max(Fraction.ZERO, missing) };
  }

  /** What each shift lacks to reach the minimum wage per hour. */
  shiftTopUps(days: Days, averageOn: AverageOn): (TopUp & { readonly shift: ShiftFact })[] {
    this.#byShift ??= this.#piecesByShift();
    const pieces = this.#byShift;
    const paid = new Map(
      [...this.paidShifts('hourly', days), ...this.paidShifts('nonproductive', days)].map(
        ({ shift, exact }) => [shift.shiftId, exact],
      ),
    );
    return this.#within(days).map((shift) => {
      const quantity = hoursOf(shift.workMs ?? 0);
      const own = (pieces.get(shift.shiftId) ?? Fraction.ZERO).plus(paid.get(shift.shiftId) ?? Fraction.ZERO);
      const earned = own.plus(this.#restPaid(shift, averageOn));
      const missing = quantity.times(this.#minimumPerHour(shift.day)).minus(earned);
      return { shift, quantity, missing: Fraction.max(Fraction.ZERO, missing) };
    });
  }

  /** By the day of the shift in which it was recorded, else by that of the session. */
  #earnedBy({ session, work, exact }: SessionPart): Earned[] {
    const dayOf = (shiftId: string | null) => this.#pieceShifts.get(shiftId ?? '')?.day ?? session.day;
    const [first] = work.units;
    if (first && work.units.length === 1) return [{ day: dayOf(first.shiftId), exact }];
    const byDay = Map.groupBy(work.units, ({ shiftId }) => dayOf(shiftId));
    if (byDay.size === 1) return [...byDay.keys()].map((day) => ({ day, exact }));
    const each = exact.over(unitsOf(work));
    return [...byDay].map(([day, units]) => ({ day, exact: each.times(unitsOf({ ...work, units })) }));
  }

  /**
   * What each piece shift earned: its share of a session by units, and by hours of what was recorded in no shift.
   */
  #piecesByShift(): Map<string, Fraction> {
    const brought = new Map<string, Fraction>();
    const bring = (shiftId: string, amount: Fraction) =>
      brought.set(shiftId, (brought.get(shiftId) ?? Fraction.ZERO).plus(amount));
    for (const { session, work, exact } of this.parts) {
      const all = unitsOf(work);
      const ofDay = [...this.#pieceShifts.values()].filter(({ day }) => day === session.day);
      const hours = Fraction.sum(ofDay.map((shift) => hoursOf(shift.workMs ?? 0)));
      for (const { shiftId, units } of work.units) {
        const amount = exact.times(Fraction.of(units)).over(all);
        if (shiftId !== null && this.#pieceShifts.has(shiftId)) bring(shiftId, amount);
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

  #earnedOn(day: LocalDate, averageOn: AverageOn): Fraction {
    const days = { from: day, to: day };
    return this.earnings(days).plus(this.restPay(days, averageOn).exact);
  }

  /** Hours, or a day, of the minimum wage. */
  #quantityOf(day: LocalDate): Fraction {
    const { minimumWage } = this.termsOn(day);
    return minimumWage?.per === 'day' ? Fraction.of(1) : this.hours({ from: day, to: day });
  }

  #wageOn(day: LocalDate): Fraction {
    return Fraction.of(this.termsOn(day).minimumWage?.amount ?? '0');
  }

  #restPaid(shift: ShiftFact, averageOn: AverageOn): Fraction {
    const rest = this.#restApart(shift);
    if (rest.isZero) return rest;
    return rest.times(Fraction.max(this.#minimumPerHour(shift.day), averageOn(shift.day)));
  }

  #restApart({ day, workMs, restMs }: ShiftFact): Fraction {
    const isPaid = workMs !== null && this.termsOn(day).restBreaks === 'average';
    return isPaid ? hoursOf(restMs) : Fraction.ZERO;
  }

  #rateOf(kind: 'hourly' | 'nonproductive', day: LocalDate): Fraction {
    const { hourlyRate, nonproductiveRate } = this.termsOn(day);
    const minimum = this.#minimumPerHour(day);
    if (kind === 'hourly') return hourlyRate === null ? minimum : Fraction.of(hourlyRate);
    return nonproductiveRate === null ? minimum : Fraction.max(minimum, Fraction.of(nonproductiveRate));
  }

  #minimumPerHour(day: LocalDate): Fraction {
    const { minimumWage } = this.termsOn(day);
    return minimumWage?.per === 'hour' ? Fraction.of(minimumWage.amount) : Fraction.ZERO;
  }
}
