import { type LocalDate, textOrder } from '@furrow/kernel';
import { Fraction } from './money/fraction.ts';
import type { ShiftFact, WorkFact } from './pay-facts.ts';
import type { PayTerms, TermsOn } from './terms/pay-policy.ts';
import { type EarnedPart, unitsOf } from './session-parts.ts';
import { type Days, isWithin } from './workweek.ts';

const HOUR_MS = 3_600_000n;

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
  /** Null: of some days in hours, of others in days. */
  readonly unit: 'h' | 'd' | null;
  readonly quantity: Fraction;
  readonly floor: Fraction;
  readonly missing: Fraction;
}

/** The least that the work of a day earns. */
interface DayMinimum extends Pick<TopUp, 'unit' | 'quantity' | 'floor'> {
  /** Whether any of its work has a minimum per day. */
  readonly isPerDay: boolean;
}

/** Rests that are paid separately. */
export interface RestPay {
  readonly hours: Fraction;
  readonly exact: Fraction;
}

/** What one worker did on one day. */
interface Day {
  readonly shifts: ShiftFact[];
  /** Pieces, bonuses and tiers. */
  readonly pieces: Fraction[];
  /** In which the pieces were picked. */
  readonly projectIds: string[];
}

/** The amounts of some terms, per hour. */
interface Rates {
  readonly minimum: Fraction;
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
  readonly #minimums = new Map<LocalDate, DayMinimum | undefined>();
  /** Rests have few lengths, and shifts are summed for days, weeks and runs. */
  readonly #hours = new Map<number, Fraction>();
  /** By hourly amount and hours. */
  readonly #restPays = new Map<Fraction, Map<Fraction, Fraction>>();
  #byShift: ReadonlyMap<string, Fraction> | undefined;

  constructor(
    private readonly parts: readonly EarnedPart[],
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
    return this.#hoursOf(counted.reduce((sum, shift) => sum + (shift.workMs ?? 0), 0));
  }

  /** The hours of rest; those of a running shift are not known yet. */
  rests(days: Days): Fraction {
    const known = this.#within(days).filter(({ workMs }) => workMs !== null);
    return this.#hoursOf(known.reduce((sum, shift) => sum + shift.restMs, 0));
  }

  paidShifts(kind: 'hourly' | 'nonproductive', days: Days): PaidShift[] {
    return this.#within(days)
      .filter((shift) => shift.kind === kind && shift.workMs !== null)
      .map((shift) => {
        const rate = this.#ratesOf(shift)[kind];
        const hours = this.#hoursOf(shift.workMs ?? 0).minus(this.#restApart(shift));
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

  /**
   * The period over which a day is compared with the minimum wage; none without one. Shifts are not compared with a
   * minimum per day.
   */
  basisOn(day: LocalDate): PayTerms['minimumWageBasis'] | 'none' {
    const minimum = this.#minimumOn(day);
    if (minimum === undefined) return 'none';
    const { minimumWageBasis } = this.termsOn(day);
    return minimumWageBasis === 'shift' && minimum.isPerDay ? 'day' : minimumWageBasis;
  }

  /** @param basis of the days, those that are compared over this period */
  topUp(days: Days, averageOn: AverageOn, basis: PayTerms['minimumWageBasis']): TopUp {
    const worked = this.daysWithin(days).filter((day) => this.basisOn(day) === basis);
    const minimums = worked.flatMap((day) => this.#minimumOn(day) ?? []);
    const [unit = null, another] = new Set(minimums.map((each) => each.unit));
    const floor = Fraction.sum(minimums.map((each) => each.floor));
    const missing = floor.minus(Fraction.sum(worked.map((day) => this.#earnedOn(day, averageOn))));
    return {
      unit: another === undefined ? unit : null,
      quantity: Fraction.sum(minimums.map(({ quantity }) => quantity)),
      ...{ floor, missing: Fraction.max(Fraction.ZERO, missing) },
    };
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
      const quantity = this.#hoursOf(shift.workMs ?? 0);
      const own = (pieces.get(shift.shiftId) ?? Fraction.ZERO).plus(paid.get(shift.shiftId) ?? Fraction.ZERO);
      const earned = own.plus(this.#restPaid(shift, averageOn));
      const floor = quantity.times(this.#ratesOf(shift).minimum);
      const missing = Fraction.max(Fraction.ZERO, floor.minus(earned));
      return { shift, unit: 'h', quantity, floor, missing };
    });
  }

  #on(day: LocalDate): Day {
    let known = this.#days.get(day);
    if (known === undefined) this.#days.set(day, (known = { shifts: [], pieces: [], projectIds: [] }));
    return known;
  }

  /** To the day of the shift in which it was recorded, else to that of the session. */
  #addPieces({ session, work: { workerId, units }, exact }: EarnedPart): void {
    const dayOf = ({ shiftId }: WorkFact['units'][number]) =>
      (shiftId === null ? undefined : this.#pieceShifts.get(shiftId)?.day) ?? session.day;
    const day = units[0] ? dayOf(units[0]) : session.day;
    if (units.length < 2 || units.every((each) => dayOf(each) === day)) {
      this.#bring(day, session.projectId, exact);
      return;
    }
    const each = exact.over(unitsOf({ workerId, units }));
    for (const [ofDay, some] of Map.groupBy(units, dayOf))
      this.#bring(ofDay, session.projectId, each.times(unitsOf({ workerId, units: some })));
  }

  #bring(day: LocalDate, projectId: string, exact: Fraction): void {
    const { pieces, projectIds } = this.#on(day);
    pieces.push(exact);
    if (!projectIds.includes(projectId)) projectIds.push(projectId);
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
      const hours = Fraction.sum(ofDay.map((shift) => this.#hoursOf(shift.workMs ?? 0)));
      for (const { shiftId, units } of work.units) {
        const amount = exact.times(Fraction.of(units)).over(all);
        if (shiftId !== null && this.#pieceShifts.has(shiftId)) bring(shiftId, amount);
        else if (!hours.isZero)
          for (const shift of ofDay)
            bring(shift.shiftId, amount.times(this.#hoursOf(shift.workMs ?? 0)).over(hours));
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

  #minimumOn(day: LocalDate): DayMinimum | undefined {
    if (this.#minimums.has(day)) return this.#minimums.get(day);
    const minimum = this.#minimumOf(day, this.#days.get(day) ?? { shifts: [], pieces: [], projectIds: [] });
    this.#minimums.set(day, minimum);
    return minimum;
  }

  /** The sum over its hours, each by the minimum of its project, or the highest minimum per day where that is more. */
  #minimumOf(day: LocalDate, { shifts, projectIds }: Day): DayMinimum | undefined {
    const ofWork = [...shifts.map((shift) => shift.projectId), ...projectIds];
    const wages = [...new Set(ofWork)].flatMap((each) => this.termsOn(day, each).minimumWage ?? []);
    if (wages.length === 0) return undefined;
    const perDay = wages.filter(({ per }) => per === 'day').map(({ amount }) => Fraction.of(amount));
    const perHour = Fraction.sum(
      shifts.map((shift) => this.#hoursOf(shift.workMs ?? 0).times(this.#ratesOf(shift).minimum)),
    );
    const isPerDay = perDay.length > 0;
    const ofDay = Fraction.max(Fraction.ZERO, ...perDay);
    if (isPerDay && ofDay.compare(perHour) >= 0)
      return { unit: 'd', quantity: Fraction.of(1), floor: ofDay, isPerDay };
    return { unit: 'h', quantity: this.hours({ from: day, to: day }), floor: perHour, isPerDay };
  }

  #restPaid(shift: ShiftFact, averageOn: AverageOn): Fraction {
    const rest = this.#restApart(shift);
    if (rest.isZero) return rest;
    const hourly = Fraction.max(this.#ratesOf(shift).minimum, averageOn(shift.day));
    const known = this.#restPays.get(hourly) ?? new Map<Fraction, Fraction>();
    const paid = known.get(rest) ?? rest.times(hourly);
    this.#restPays.set(hourly, known.set(rest, paid));
    return paid;
  }

  #hoursOf(milliseconds: number): Fraction {
    const known = this.#hours.get(milliseconds) ?? Fraction.ratio(BigInt(milliseconds), HOUR_MS);
    this.#hours.set(milliseconds, known);
    return known;
  }

  #restApart({ day, workMs, restMs }: ShiftFact): Fraction {
    const isPaid = workMs !== null && this.termsOn(day).restBreaks === 'average';
    return isPaid ? this.#hoursOf(restMs) : Fraction.ZERO;
  }

  #ratesOf({ day, projectId }: ShiftFact): Rates {
    const terms = this.termsOn(day, projectId);
    const rates = knownRates.get(terms) ?? ratesOf(terms);
    knownRates.set(terms, rates);
    return rates;
  }
}

function ratesOf({ minimumWage: wage, hourlyRate, nonproductiveRate }: PayTerms): Rates {
  const minimum = wage?.per === 'hour' ? Fraction.of(wage.amount) : Fraction.ZERO;
  const hourly = hourlyRate === null ? minimum : Fraction.of(hourlyRate);
  const nonproductive =
    nonproductiveRate === null ? minimum : Fraction.max(minimum, Fraction.of(nonproductiveRate));
  return { minimum, hourly, nonproductive };
}
