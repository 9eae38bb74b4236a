import { type LocalDate, textOrder } from '@furrow/kernel';
import { Fraction } from './money/fraction.ts';
import type { ShiftFact, WorkFact } from './pay-facts.ts';
import type { PayTerms, TermsOn } from './pay-policy.ts';
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

/** What one worker did on one day. */
interface Day {
  readonly shifts: ShiftFact[];
  /** Pieces and bonuses. */
  readonly pieces: Fraction[];
}

/** The amounts of some terms. Per hour, unless said otherwise. */
interface Rates {
  readonly minimum: Fraction;
  /** Per hour or day. */
  readonly minimumWage: Fraction;
  readonly hourly: Fraction;
  readonly nonproductive: Fraction;
}

/** Terms are few, and their amounts are needed for every shift. */
const knownRates = new WeakMap<PayTerms, Rates>();

/**
 * One worker's work, and what it earns before rests, top-ups and overtime; all of it exact, each day by its own terms.
 * What was picked in a shift belongs to the shift's day, also after midnight.
 */
export class Timesheet {
  readonly #pieceShifts = new Map<string, ShiftFact>();
  readonly #days = new Map<LocalDate, Day>();
  readonly #inOrder: readonly LocalDate[];
  readonly #earnings = new Map<LocalDate, Fraction>();
  #byShift: ReadonlyMap<string, Fraction> | undefined;

  constructor(
    readonly parts: readonly SessionPart[],
    shifts: readonly ShiftFact[],
    private readonly termsOn: TermsOn,
  ) {
    for (const shift of shifts) {
      this.#on(shift.day).shifts.push(shift);
      if (shift.kind === 'piece') this.#pieceShifts.set(shift.shiftId, shift);
    }
    for (const part of parts) this.#addPieces(part);
    for (const { shifts } of this.#days.values())
      if (shifts.length > 1) shifts.sort((a, b) => textOrder(a.shiftId, b.shiftId));
    this.#inOrder = [...this.#days.keys()].sort(textOrder);
  }

  /** Days with a shift or units. */
  daysWithin(days: Days): LocalDate[] {
    if (days.from === days.to) return this.#days.has(days.from) ? [days.from] : [];
    return this.#inOrder.filter((day) => isWithin(day, days));
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
        const rate = this.#ratesOn(shift.day)[kind];
        const hours = hoursOf(shift.workMs ?? 0).minus(this.#restApart(shift));
        return { shift, hours, rate, exact: hours.times(rate) };
      });
  }

  /** Pieces, bonuses and hours. */
  earnings(days: Days): Fraction {
    return Fraction.sum(this.daysWithin(days).map((day) => this.#earningsOn(day)));
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

  /** @param isIncluded of the days, those that are compared together */
  topUp(days: Days, averageOn: AverageOn, isIncluded: (day: LocalDate) => boolean = () => true): TopUp {
    const worked = this.daysWithin(days).filter(isIncluded);
    const quantities = worked.map((day) => this.#quantityOf(day));
    const floors = worked.map((day, index) =>
      (quantities[index] ?? Fraction.ZERO).times(this.#ratesOn(day).minimumWage),
    );
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
      const missing = quantity.times(this.#ratesOn(shift.day).minimum).minus(earned);
      return { shift, quantity, missing: Fraction.max(Fraction.ZERO, missing) };
    });
  }

  #on(day: LocalDate): Day {
    let known = this.#days.get(day);
    if (known === undefined) this.#days.set(day, (known = { shifts: [], pieces: [] }));
    return known;
  }

  /** To the day of the shift in which it was recorded, else to that of the session. */
  #addPieces({ session, work: { workerId, units }, exact }: SessionPart): void {
    const dayOf = ({ shiftId }: WorkFact['units'][number]) =>
      (shiftId === null ? undefined : this.#pieceShifts.get(shiftId)?.day) ?? session.day;
    const day = units[0] ? dayOf(units[0]) : session.day;
    if (units.length < 2 || units.every((each) => dayOf(each) === day)) {
      this.#on(day).pieces.push(exact);
      return;
    }
    const each = exact.over(unitsOf({ workerId, units }));
    for (const [ofDay, some] of Map.groupBy(units, dayOf))
      this.#on(ofDay).pieces.push(each.times(unitsOf({ workerId, units: some })));
  }

  /**
   * What each piece shift earned: its share of a session by units, and by hours of what was recorded in no shift.
   */
  #piecesByShift(): Map<string, Fraction> {
    const pieces = new Map<string, Fraction>();
    const bring = (shiftId: string, amount: Fraction) =>
      pieces.set(shiftId, (pieces.get(shiftId) ?? Fraction.ZERO).plus(amount));
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
    return pieces;
  }

  #within(days: Days): readonly ShiftFact[] {
    if (days.from === days.to) return this.#days.get(days.from)?.shifts ?? [];
    return this.daysWithin(days).flatMap((day) => this.#days.get(day)?.shifts ?? []);
  }

  #earningsOn(day: LocalDate): Fraction {
    const known = this.#earnings.get(day);
    if (known) return known;
    const days = { from: day, to: day };
    const paid = [...this.paidShifts('hourly', days), ...this.paidShifts('nonproductive', days)];
    const pieces = this.#days.get(day)?.pieces ?? [];
    const earned = Fraction.sum([...pieces, ...paid.map(({ exact }) => exact)]);
    this.#earnings.set(day, earned);
    return earned;
  }

  #earnedOn(day: LocalDate, averageOn: AverageOn): Fraction {
    return this.#earningsOn(day).plus(this.restPay({ from: day, to: day }, averageOn).exact);
  }

  /** Hours, or a day, of the minimum wage. */
  #quantityOf(day: LocalDate): Fraction {
    const { minimumWage } = this.termsOn(day);
    return minimumWage?.per === 'day' ? Fraction.of(1) : this.hours({ from: day, to: day });
  }

  #restPaid(shift: ShiftFact, averageOn: AverageOn): Fraction {
    const rest = this.#restApart(shift);
    if (rest.isZero) return rest;
    return rest.times(Fraction.max(this.#ratesOn(shift.day).minimum, averageOn(shift.day)));
  }

  #restApart({ day, workMs, restMs }: ShiftFact): Fraction {
    const isPaid = workMs !== null && this.termsOn(day).restBreaks === 'average';
    return isPaid ? hoursOf(restMs) : Fraction.ZERO;
  }

  #ratesOn(day: LocalDate): Rates {
    const terms = this.termsOn(day);
    const rates = knownRates.get(terms) ?? ratesOf(terms);
    knownRates.set(terms, rates);
    return rates;
  }
}

function ratesOf({ minimumWage: wage, hourlyRate, nonproductiveRate }: PayTerms): Rates {
  const minimumWage = Fraction.of(wage?.amount ?? '0');
  const minimum = wage?.per === 'hour' ? minimumWage : Fraction.ZERO;
  const hourly = hourlyRate === null ? minimum : Fraction.of(hourlyRate);
  const nonproductive =
    nonproductiveRate === null ? minimum : Fraction.max(minimum, Fraction.of(nonproductiveRate));
  return { minimum, minimumWage, hourly, nonproductive };
}
