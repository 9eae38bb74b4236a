import type { LocalDate } from '@furrow/kernel';
import { Fraction } from './money/fraction.ts';
import type { ManualPay, RegularAmount } from './manual-line.ts';
import type { PayTerms, TermsOn } from './terms/pay-policy.ts';
import type { AverageOn, RestPay, Timesheet, TopUp } from './timesheet.ts';
import { type Days, daysBefore, type EarlierDays, isWithin, workweekOf, workweeksIn } from './workweek.ts';

/** The days of a run, and how everybody's work in them is paid. */
export interface RunTerms {
  readonly days: Days;
  /** By worker id; also of the days before the run in its first workweek. */
  readonly termsOf: (workerId: string) => TermsOn;
  /** How the `fixed` bonus of a day's sessions is shared, whatever the groups of their workers. */
  readonly fixedBonusOn: (day: LocalDate) => PayTerms['fixedBonus'];
  readonly hasTiers: boolean;
  /** The days of the frozen runs that pay days of the first workweek before this run. */
  readonly earlier: readonly Days[];
  readonly manual: ManualPay;
  /** Of amounts in the company's currency. */
  readonly decimals: number;
}

/** The same for one worker. */
export interface WorkerRun extends Pick<RunTerms, 'days' | 'earlier' | 'decimals'> {
  readonly termsOn: TermsOn;
  /** The first day of the worker's workweeks. */
  readonly startsOn: string;
  /** Manual amounts that count in the regular rate of their workweek. */
  readonly inRegularRate: readonly RegularAmount[];
}

const NO_TOP_UP: TopUp = {
  unit: null,
  quantity: Fraction.ZERO,
  floor: Fraction.ZERO,
  missing: Fraction.ZERO,
};

export interface Overtime {
  readonly week: Days;
  /** Every hour over the limit, whatever it is worth. */
  readonly hours: Fraction;
  /** The pay of an hour in addition to its ordinary pay. */
  readonly rate: Fraction;
}

/**
 * What depends on workweeks as a whole: the average for rests, top-ups and overtime. A run that has the last day of a
 * workweek uses the whole week, and a run that does not what is known of it until its own last day.
 */
export class WeekPay {
  /** Every workweek with a day in the run. */
  readonly weeks: readonly Days[];
  /** Those whose last day is in the run. */
  readonly whole: readonly Days[];
  readonly #averages = new Map<string, Fraction>();
  readonly #topUps = new Map<Days, TopUp>();
  readonly #earned = new Map<Days, Fraction>();
  readonly averageOn: AverageOn;

  constructor(
    private readonly sheet: Timesheet,
    private readonly run: WorkerRun,
  ) {
    const { days, startsOn } = run;
    this.weeks = workweeksIn(days, startsOn);
    this.whole = this.weeks.filter((week) => isWithin(week.to, days));
    this.averageOn = this.#averagesUntil(days.to);
  }

  /**
   * What a run that ends the first workweek owes for the days before it, because the average for their rests was another
   * one when they were paid; undefined where the run has no such days.
   */
  get difference(): { readonly week: Days; readonly rest: RestPay; readonly topUp: Fraction } | undefined {
    const [week] = this.whole;
    if (week === undefined || week.from >= this.run.days.from) return undefined;
    const cuts = this.#cutsOf(week);
    const restsOf = (days: Days, averageOn: AverageOn) => this.sheet.restPay(days, averageOn);
    const before = { from: week.from, to: cuts.at(-1)?.to ?? week.from };
    const now = restsOf(before, this.averageOn);
    const then = cuts.map((cut) => restsOf(cut, this.#averagesUntil(cut.to)).exact);
    const paid = cuts.map((cut) => this.#dailyTopUps(cut, this.#averagesUntil(cut.to)));
    return {
      week,
      rest: { hours: now.hours, exact: now.exact.minus(Fraction.sum(then)) },
      topUp: this.#dailyTopUps(before, this.averageOn).minus(Fraction.sum(paid)),
    };
  }

  /** What the days of a workweek lack that are compared week by week. */
  topUpOf(week: Days): TopUp {
    const topUp = this.#topUps.get(week) ?? this.#topUpIn(week);
    this.#topUps.set(week, topUp);
    return topUp;
  }

  #topUpIn(week: Days): TopUp {
    const isAny = this.sheet.daysWithin(week).some((day) => this.sheet.basisOn(day) === 'workweek');
    return isAny ? this.sheet.topUp(week, this.averageOn, 'workweek') : NO_TOP_UP;
  }

  /** By the limits of the week's last day. 29 CFR 778.111; where rates change within a week, 778.115. */
  get overtime(): Overtime[] {
    return this.whole.flatMap((week) => {
      const { overtime } = this.run.termsOn(week.to);
      if (overtime === null) return [];
      const hours = this.#beyond(week, overtime);
      if (hours.isZero) return [];
      const regular = this.#earnedIn(week).over(this.sheet.hours(week));
      return [{ week, hours, rate: regular.times(Fraction.of(overtime.premium)) }];
    });
  }

  /** Earnings per hour without overtime, of the workweeks whose overtime the run pays; null without any hours. */
  get regularRate(): Fraction | null {
    const weeks = this.whole.filter((week) => this.run.termsOn(week.to).overtime !== null);
    const hours = Fraction.sum(weeks.map((week) => this.sheet.hours(week)));
    return hours.isZero ? null : Fraction.sum(weeks.map((week) => this.#earnedIn(week))).over(hours);
  }

  #beyond(week: Days, { weeklyHours, dailyHours }: NonNullable<PayTerms['overtime']>): Fraction {
    const over = (worked: Fraction, limit: string | null) =>
      limit === null ? Fraction.ZERO : Fraction.max(Fraction.ZERO, worked.minus(Fraction.of(limit)));
    const { sheet } = this;
    if (dailyHours === null) return over(sheet.hours(week), weeklyHours);
    const daily = sheet.daysWithin(week).map((day) => over(sheet.hours({ from: day, to: day }), dailyHours));
    return Fraction.max(over(sheet.hours(week), weeklyHours), Fraction.sum(daily));
  }

  /** Everything except overtime that a whole workweek earns, exact. */
  #earnedIn(week: Days): Fraction {
    const known = this.#earned.get(week);
    if (known) return known;
    const earned = Fraction.sum([
      this.sheet.earnings(week),
      this.sheet.restPay(week, this.averageOn).exact,
      this.#dailyTopUps(week, this.averageOn),
      this.topUpOf(week).missing,
      this.#partOfPeriods(week),
      ...this.run.inRegularRate.flatMap(({ day, amount }) => (isWithin(day, week) ? [amount] : [])),
    ]);
    this.#earned.set(week, earned);
    return earned;
  }

  /** What days lack that are compared by shift or day. */
  #dailyTopUps(days: Days, averageOn: AverageOn): Fraction {
    const { sheet } = this;
    const all = sheet.daysWithin(days);
    const byDay = all.filter((day) => sheet.basisOn(day) === 'day');
    const missing = byDay.map((day) => sheet.topUp({ from: day, to: day }, averageOn, 'day').missing);
    const ofShifts = all.some((day) => sheet.basisOn(day) === 'shift')
      ? sheet.shiftTopUps(days, averageOn).filter(({ shift }) => sheet.basisOn(shift.day) === 'shift')
      : [];
    return Fraction.sum([...missing, ...ofShifts.map((each) => each.missing)]);
  }

  /** The part of top-ups over whole runs that falls on days of a workweek, by hours. */
  #partOfPeriods(week: Days): Fraction {
    const { days } = this.run;
    const own = { from: week.from < days.from ? days.from : week.from, to: week.to, run: days };
    const hoursIn = (part: Days) => {
      const compared = this.sheet.daysWithin(part).filter((day) => this.sheet.basisOn(day) === 'period');
      return Fraction.sum(compared.map((day) => this.sheet.hours({ from: day, to: day })));
    };
    return Fraction.sum(
      [...this.#cutsOf(week), own].map((part) => {
        const hours = hoursIn(part);
        if (hours.isZero) return hours;
        const { missing } = this.sheet.topUp(part.run, this.#averagesUntil(part.run.to), 'period');
        return missing.times(hours).over(hoursIn(part.run));
      }),
    );
  }

  #cutsOf(week: Days): EarlierDays[] {
    return daysBefore(week, this.run.days.from, this.run.earlier);
  }

  /** As a run that ends on a day knows them: of whole workweeks, and of the last one until that day. */
  #averagesUntil(to: LocalDate): AverageOn {
    const known = new Map<LocalDate, Fraction>();
    return (day) => {
      const average = known.get(day) ?? this.#averageUntil(to, workweekOf(day, this.run.startsOn));
      known.set(day, average);
      return average;
    };
  }

  #averageUntil(to: LocalDate, week: Days): Fraction {
    const until = week.to < to ? week.to : to;
    const key = `${week.from} ${until}`;
    const average = this.#averages.get(key) ?? this.sheet.average({ from: week.from, to: until });
    this.#averages.set(key, average);
    return average;
  }
}
