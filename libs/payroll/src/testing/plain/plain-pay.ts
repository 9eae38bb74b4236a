import type { PayFacts, PayTerms, SessionFact, ShiftFact } from '../../domain/index.ts';
import {
  add,
  cents,
  daysFrom,
  isMore,
  more,
  of,
  over,
  type Ratio,
  take,
  times,
  total,
  weekOf,
  ZERO,
} from './plain-ratio.ts';

// A second, plain implementation of docs/pay.md that tests compare with the real one, none of which is used here.

export interface PlainPart {
  readonly sessionId: string;
  readonly day: string;
  readonly workerId: string;
  readonly kind: 'piece' | 'bonus';
  readonly exact: Ratio;
  readonly cents: bigint;
  readonly projectId: string;
  readonly units: PlainUnits;
}

type PlainUnits = SessionFact['work'][number]['units'];

/** What of a worker's work in a session earns something. */
type PlainShare = Omit<PlainPart, 'kind' | 'cents' | 'sessionId'>;

/** The value of a session: valid units × price plus the bonus, rounded once. */
export function worthOf(session: SessionFact): bigint {
  return cents(total(exactParts(session, 'equal').map(({ exact }) => exact)));
}

/** The prices of a worker's units, the highest first; undefined while any of them has none. */
function pricesOf(units: PlainUnits, pricePerUnit: string | null): Ratio[] | undefined {
  const all = units.map(({ price }) => (price === undefined ? pricePerUnit : price));
  if (all.includes(null)) return undefined;
  const ratios = all.map((price) => of(price ?? ''));
  const isFirst = (price: Ratio, index: number) => ratios.findIndex((each) => isSame(each, price)) === index;
  return ratios.filter(isFirst).toSorted((a, b) => (isMore(a, b) ? -1 : 1));
}

const isSame = (a: Ratio, b: Ratio) => !isMore(a, b) && !isMore(b, a);

function exactParts(session: SessionFact, fixed: string) {
  const { sessionId, projectId, day, pricePerUnit, bonus, work } = session;
  if (work.some(({ units }) => pricesOf(units, pricePerUnit) === undefined)) return [];
  const all = total(work.flatMap(({ units }) => units.map((each) => of(each.units))));
  return work
    .toSorted((a, b) => (a.workerId < b.workerId ? -1 : 1))
    .flatMap(({ workerId, units }) => {
      const own = total(units.map((each) => of(each.units)));
      const about = { sessionId, projectId, day, workerId, units };
      const pieces = (pricesOf(units, pricePerUnit) ?? []).map((price) => {
        const priced = units.filter((each) => isSame(of(each.price ?? pricePerUnit ?? ''), price));
        const exact = times(total(priced.map((each) => of(each.units))), price);
        return { ...about, units: priced, kind: 'piece' as const, exact };
      });
      if (bonus === null) return pieces;
      const share: Ratio = fixed === 'equal' ? [1n, BigInt(work.length)] : over(own, all);
      const value = of(bonus.value);
      const bonuses = {
        fixed: [{ ...about, exact: times(value, share) }],
        per_unit: [{ ...about, exact: times(value, own) }],
        percent: pieces.map((piece) => ({ ...piece, exact: times(times(value, [1n, 100n]), piece.exact) })),
      }[bonus.type];
      return [...pieces, ...bonuses.map((each) => ({ ...each, kind: 'bonus' as const }))];
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
  /** Of a worker's day, or of the worker's work in a project on it. */
  readonly termsOn: (worker: string, day: string, project?: string) => PayTerms;
  /** How the `fixed` bonus of a day's sessions is shared. */
  readonly fixedOn: (day: string) => string;
  /** The runs before this one. */
  readonly earlier: readonly { readonly from: string; readonly to: string }[];
  /** The manual lines that the run pays, and those that count in regular rates. */
  readonly manual?: readonly PlainManual[];
  readonly inRegularRate?: readonly PlainManual[];
}

export interface PlainManual {
  readonly worker: string;
  readonly day: string;
  readonly amount: string;
}

/** A worker's cents by kind of line, without zeros. */
export function plainPay(facts: PayFacts, run: PlainRun, worker: string): Record<string, bigint> {
  const parts = facts.sessions.flatMap((session) => plainParts(session, run.fixedOn(session.day)));
  const own = parts.filter(({ workerId }) => workerId === worker);
  const sessions = facts.sessions.map((session) => ({
    ...session,
    work: session.work.filter(({ workerId }) => workerId === worker),
  }));
  const shifts = facts.shifts.filter(({ workerId }) => workerId === worker);
  return new PlainWorker(worker, own, { sessions, shifts }, run).pay();
}

class PlainWorker {
  private readonly days: string[];
  private readonly startsOn: string;
  private readonly shifts: readonly ShiftFact[];
  /** What earns something where it was picked: pieces, bonuses and tiers. */
  private readonly earning: readonly PlainShare[];

  constructor(
    private readonly worker: string,
    private readonly parts: readonly PlainPart[],
    private readonly facts: PayFacts,
    private readonly run: PlainRun,
  ) {
    this.shifts = facts.shifts;
    this.days = daysFrom(run.from, run.to);
    this.startsOn = this.termsOn(run.from).workweekStartsOn;
    this.earning = [...parts, ...this.tiers().flatMap((tier) => tier.shares)];
  }

  private termsOn = (day: string, project?: string) => this.run.termsOn(this.worker, day, project);
  private manual = (lines: readonly PlainManual[] | undefined) =>
    (lines ?? []).filter(({ worker }) => worker === this.worker);

  pay(): Record<string, bigint> {
    const inRun = this.parts.filter(({ day }) => this.days.includes(day));
    const partsOf = (kind: string) =>
      inRun.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.cents, 0n);
    const paid = (kind: string) => cents(total(this.in(this.days, kind).map((shift) => this.paid(shift))));
    const rounded = (ratios: readonly Ratio[]) => ratios.reduce((sum, each) => sum + cents(each), 0n);
    const sums = {
      ...{ piece: partsOf('piece'), bonus: partsOf('bonus') },
      tier: rounded(this.tiers().flatMap(({ day, amount }) => (this.days.includes(day) ? [amount] : []))),
      ...{ hourly: paid('hourly'), nonproductive: paid('nonproductive') },
      rest: rounded([...this.weeks().map((week) => this.restIn(this.ofRun(week))), this.restBefore()]),
      top_up: rounded([...this.topUps(), this.topUpBefore()]),
      overtime: rounded(this.wholeWeeks().map((week) => this.overtime(week))),
      manual: this.manual(this.run.manual).reduce((sum, { amount }) => sum + cents(of(amount)), 0n),
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
  private minimum({ day, projectId }: ShiftFact): Ratio {
    const { minimumWage } = this.termsOn(day, projectId);
    return minimumWage?.per === 'hour' ? of(minimumWage.amount) : ZERO;
  }
  private hoursOf = ({ workMs }: ShiftFact): Ratio => [BigInt(workMs ?? 0), 3_600_000n];
  private restOf = ({ day, restMs }: ShiftFact): Ratio =>
    this.termsOn(day).restBreaks === 'average' ? [BigInt(restMs), 3_600_000n] : ZERO;
  private hours = (days: readonly string[]) => total(this.in(days).map(this.hoursOf));

  private paid(shift: ShiftFact): Ratio {
    const { hourlyRate, nonproductiveRate } = this.termsOn(shift.day, shift.projectId);
    const stated = shift.kind === 'hourly' ? hourlyRate : nonproductiveRate;
    const rate = stated === null ? this.minimum(shift) : of(stated);
    const hours = take(this.hoursOf(shift), this.restOf(shift));
    return times(hours, shift.kind === 'hourly' ? rate : more(rate, this.minimum(shift)));
  }

  /** Day by day and run by run, what units above a tier earn, and where they were picked. */
  private tiers(): { day: string; amount: Ratio; shares: PlainShare[] }[] {
    const { sessions } = this.facts;
    const ofDay = (day: string) => sessions.filter((session) => session.day === day);
    const sessionDays = [...new Set(sessions.map(({ day }) => day))];
    const daily = sessionDays.flatMap((day) => this.tiersIn(ofDay(day), day, day, 'day'));
    const before = this.weekOf(this.run.from).filter((day) => day < this.run.from);
    const runs = new Map([...before.map((day) => this.runOf(day)), this.days].map((days) => [days[0], days]));
    const overRuns = [...runs].flatMap(([first, days]) => {
      const worked = sessionDays.filter((day) => days.includes(day));
      // Days with the same terms are counted together.
      return [...new Set(worked.map((day) => this.termsOn(day)))].flatMap((terms) => {
        const same = worked.filter((day) => this.termsOn(day) === terms);
        return this.tiersIn(same.flatMap(ofDay), first ?? '', same[0] ?? '', 'period');
      });
    });
    return [...daily, ...overRuns];
  }

  private tiersIn(sessions: readonly SessionFact[], day: string, termsDay: string, per: string) {
    const tiers = this.termsOn(termsDay).tiers.filter((tier) => tier.per === per);
    return tiers.flatMap(({ unit, from, premium }) => {
      const works = sessions
        .filter((session) => session.unit === unit)
        .flatMap((session) => session.work.map((work) => ({ ...session, ...work })));
      const unitsOf = (units: PlainShare['units']) => total(units.map((each) => of(each.units)));
      const all = total(works.map(({ units }) => unitsOf(units)));
      if (!isMore(all, of(from))) return [];
      const amount = times(take(all, of(from)), of(premium));
      const shares = works.map(({ day: on, projectId, workerId, units }) => ({
        ...{ day: on, projectId, workerId, units },
        exact: times(amount, over(unitsOf(units), all)),
      }));
      return [{ day, amount, shares }];
    });
  }

  /** The days to which a part belongs: those of the shifts in which its units were recorded, else its own. */
  private shares({ day, exact, units, projectId }: PlainShare) {
    const all = total(units.map((each) => of(each.units)));
    return units.map((each) => {
      const shift = this.shifts.find(({ shiftId, kind }) => shiftId === each.shiftId && kind === 'piece');
      const amount = over(times(exact, of(each.units)), all);
      return { day: shift?.day ?? day, shiftId: shift?.shiftId ?? null, amount, projectId };
    });
  }

  private earned(days: readonly string[]): Ratio {
    const shares = this.earning.flatMap((part) => this.shares(part)).filter(({ day }) => days.includes(day));
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
    times(this.restOf(shift), more(this.minimum(shift), this.average(shift.day, known)));
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

  /** The least that a day earns: by the hours in each project, or the highest per day if that is more. */
  private floorOf(day: string): { floor: Ratio; isPerDay: boolean } | undefined {
    const picked = this.earning.flatMap((part) => this.shares(part)).filter((share) => share.day === day);
    const projects = [...this.in([day]), ...picked].map(({ projectId }) => projectId);
    const wages = projects.flatMap((project) => this.termsOn(day, project).minimumWage ?? []);
    if (wages.length === 0) return undefined;
    const byHour = total(this.in([day]).map((shift) => times(this.hoursOf(shift), this.minimum(shift))));
    const perDay = wages.filter(({ per }) => per === 'day').map(({ amount }) => of(amount));
    return { floor: perDay.reduce(more, byHour), isPerDay: perDay.length > 0 };
  }

  private missing(days: readonly string[], basis: string, known: string = this.run.to): Ratio {
    const compared = days.filter((day) => this.basisOf(day) === basis);
    const floor = total(compared.map((day) => this.floorOf(day)?.floor ?? ZERO));
    return more(ZERO, take(floor, add(this.earned(compared), this.restIn(compared, known))));
  }

  private missingOf(shift: ShiftFact, known: string): Ratio {
    const own = shift.kind === 'piece' ? this.piecesOf(shift) : this.paid(shift);
    const floor = times(this.hoursOf(shift), this.minimum(shift));
    return more(ZERO, take(floor, add(own, this.restPaid(shift, known))));
  }

  /** Its units' share of each part, and its hours' share of what was recorded in no piece shift of the worker. */
  private piecesOf(shift: ShiftFact): Ratio {
    const hours = total(this.in([shift.day], 'piece').map(this.hoursOf));
    return total(
      this.earning.flatMap((part) =>
        this.shares(part).map(({ shiftId, amount }) => {
          if (shiftId !== null) return shiftId === shift.shiftId ? amount : ZERO;
          return part.day === shift.day ? times(amount, over(this.hoursOf(shift), hours)) : ZERO;
        }),
      ),
    );
  }

  private basisOf(day: string): string {
    const least = this.floorOf(day);
    if (least === undefined) return 'none';
    const { minimumWageBasis } = this.termsOn(day);
    return minimumWageBasis === 'shift' && least.isPerDay ? 'day' : minimumWageBasis;
  }
  /** What a day lacks by itself, or its shifts. */
  private lacking(day: string, known: string = this.run.to): Ratio {
    const basis = this.basisOf(day);
    if (basis === 'shift') return total(this.in([day]).map((shift) => this.missingOf(shift, known)));
    return basis === 'day' ? this.missing([day], 'day', known) : ZERO;
  }
  private ofWeek = (week: readonly string[]) => this.missing(week, 'workweek');

  private topUps(): Ratio[] {
    const own = this.days.flatMap((day) =>
      this.basisOf(day) === 'shift'
        ? this.in([day]).map((shift) => this.missingOf(shift, this.run.to))
        : [this.lacking(day)],
    );
    const period = this.missing(this.days, 'period');
    return [...own, period, ...this.wholeWeeks().map((week) => this.ofWeek(week))];
  }

  private overtime(week: readonly string[]): Ratio {
    const { overtime } = this.termsOn(week[6] ?? '');
    const hours = this.hours(week);
    if (overtime === null || hours[0] === 0n) return ZERO;
    const beyond = (worked: Ratio, limit: string | null) =>
      limit === null ? ZERO : more(ZERO, take(worked, of(limit)));
    const daily = total(week.map((day) => beyond(this.hours([day]), overtime.dailyHours)));
    const extra = more(daily, beyond(hours, overtime.weeklyHours));
    const topUps = [this.ofWeek(week), ...week.map((day) => this.lacking(day)), ...this.periodsIn(week)];
    const manual = this.manual(this.run.inRegularRate).filter(({ day }) => week.includes(day));
    const earned = total([
      ...[this.earned(week), this.restIn(week), ...topUps],
      ...manual.map(({ amount }) => of(amount)),
    ]);
    return times(times(over(earned, hours), of(overtime.premium)), extra);
  }

  /** Day by day, the part of the run's top-up that falls on the day's hours. */
  private periodsIn(week: readonly string[]): Ratio[] {
    return week.map((day) => {
      const run = this.days.includes(day) ? this.days : this.runOf(day);
      const hours = this.hours(run.filter((each) => this.basisOf(each) === 'period'));
      if (this.basisOf(day) !== 'period' || hours[0] === 0n) return ZERO;
      return times(this.missing(run, 'period', run.at(-1)), over(this.hours([day]), hours));
    });
  }
}
