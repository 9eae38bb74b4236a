import { type LocalDate, textOrder } from '@furrow/kernel';
import { Fraction } from './money/fraction.ts';
import { roundedTogether } from './money/largest-remainder.ts';
import type { PayFacts, SessionFact, ShiftFact } from './pay-facts.ts';
import { partsOf, pickedIn, type SessionPart } from './session-parts.ts';
import { type RestPay, Timesheet, type TopUp } from './timesheet.ts';
import { type RunTerms, WeekPay } from './week-pay.ts';
import { type Days, isWithin } from './workweek.ts';

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
  /** Rounded to the decimals of the currency. */
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
  /** Earnings per hour without overtime, of the workweeks whose overtime the run pays; null if it pays none. */
  readonly regularRate: Fraction | null;
  /** The sum of the lines. */
  readonly gross: Fraction;
}

/** The work of all workers, collected session by session, and what each worker is owed for the days of a run. */
export class WorkLedger {
  readonly #parts = new Map<string, SessionPart[]>();
  /** For the days that are paid, session by session. */
  readonly #units = new Map<string, Fraction[]>();
  readonly #shifts: ReadonlyMap<string, readonly ShiftFact[]>;

  /** @param shifts also those before the days in their workweek, and of the day before that and of the day after */
  constructor(
    shifts: readonly ShiftFact[],
    private readonly run: RunTerms,
  ) {
    this.#shifts = Map.groupBy(shifts, ({ workerId }) => workerId);
  }

  /** @param session of the days that the shifts are of */
  add(session: SessionFact): void {
    const { days, termsOn, decimals } = this.run;
    const picked = pickedIn(session);
    const isPaid = isWithin(session.day, days);
    for (const { work, units } of picked) {
      const list = listIn(this.#units, work.workerId);
      if (isPaid) list.push(units);
    }
    for (const part of partsOf(session, picked, termsOn(session.day).fixedBonus, decimals))
      listIn(this.#parts, part.work.workerId).push(part);
  }

  /** The workers with any work, by id. */
  get workerIds(): string[] {
    return [...new Set([...this.#shifts.keys(), ...this.#units.keys()])].toSorted(textOrder);
  }

  /** Gross pay, exact until each sum is rounded; undefined for a worker without work who is owed nothing. */
  statementOf(workerId: string): Statement | undefined {
    const { run } = this;
    const parts = this.#parts.get(workerId) ?? [];
    const sheet = new Timesheet(parts, this.#shifts.get(workerId) ?? [], run.termsOn);
    const units = Fraction.sum(this.#units.get(workerId) ?? []);
    const statement = statementOf(workerId, sheet, units, run);
    // A workweek that ends in these days may be owed something although all its work was before them.
    const isIdle = units.isZero && sheet.daysWithin(run.days).length === 0 && statement.lines.length === 0;
    return isIdle ? undefined : statement;
  }
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** What each worker is owed for the days of a run, by worker id. */
export function statementsOf(facts: PayFacts, run: RunTerms): Statement[] {
  const ledger = new WorkLedger(facts.shifts, run);
  facts.sessions.forEach((session) => ledger.add(session));
  return ledger.workerIds.flatMap((workerId) => ledger.statementOf(workerId) ?? []);
}

function statementOf(workerId: string, sheet: Timesheet, units: Fraction, run: RunTerms): Statement {
  const { days, decimals } = run;
  const pay = new WeekPay(sheet, run);
  const lineOf = (draft: LineDraft): Line[] => spanLine(draft, decimals);
  const { overtime } = pay;
  const lines = [
    ...pieceLines(sheet.parts, days),
    ...hourLines(sheet, 'hourly', run),
    ...hourLines(sheet, 'nonproductive', run),
    ...restDrafts(sheet, pay, days).flatMap(lineOf),
    ...topUpDrafts(sheet, pay, run).flatMap(lineOf),
    ...overtime.flatMap(({ week, hours, rate }) =>
      lineOf({
        ...{ kind: 'overtime', day: week.from, quantity: hours, unit: 'h', rate },
        exact: hours.times(rate),
      }),
    ),
  ];
  const hoursOf = (kind?: 'piece' | 'hourly' | 'nonproductive') => sheet.hours(days, kind);
  return {
    workerId,
    lines,
    hours: {
      ...{ piece: hoursOf('piece'), hourly: hoursOf('hourly'), nonproductive: hoursOf('nonproductive') },
      ...{ rest: sheet.rests(days), total: hoursOf() },
      overtime: Fraction.sum(overtime.map(({ hours }) => hours)),
    },
    units,
    regularRate: pay.regularRate,
    gross: Fraction.sum(lines.map(({ amount }) => amount)),
  };
}

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
function hourLines(sheet: Timesheet, kind: 'hourly' | 'nonproductive', { days, decimals }: RunTerms): Line[] {
  const paid = sheet.paidShifts(kind, days);
  const amounts = roundedTogether(
    paid.map(({ exact }) => exact),
    decimals,
  );
  return paid.map(({ shift, hours, rate }, index) => ({
    ...{ kind, day: shift.day, sessionId: null, shiftId: shift.shiftId, quantity: hours, unit: 'h', rate },
    amount: Fraction.units(amounts[index] ?? 0n, decimals),
  }));
}

/** An amount of a span of days before it is rounded, by itself. */
interface LineDraft extends Pick<Line, 'kind' | 'day' | 'quantity' | 'unit' | 'rate'> {
  readonly shiftId?: string;
  readonly exact: Fraction;
}

function spanLine({ exact, ...details }: LineDraft, decimals: number): Line[] {
  const amount = Fraction.units(exact.rounded(decimals), decimals);
  return amount.isZero ? [] : [{ sessionId: null, shiftId: null, ...details, amount }];
}

/** California Labor Code 226.2(a)(3). The first workweek may have a second line, for its days before the run. */
function restDrafts(sheet: Timesheet, pay: WeekPay, days: Days): LineDraft[] {
  const draft = (day: LocalDate, { hours, exact }: RestPay): LineDraft[] =>
    hours.isZero ? [] : [{ kind: 'rest', day, quantity: hours, unit: 'h', rate: exact.over(hours), exact }];
  const { difference } = pay;
  return pay.weeks.flatMap((week) => {
    const own = within(week, days);
    return [
      ...draft(own.from, sheet.restPay(own, pay.averageOn)),
      ...(difference?.week === week ? draft(week.from, difference.rest) : []),
    ];
  });
}

const within = (week: Days, days: Days): Days => ({
  from: week.from < days.from ? days.from : week.from,
  to: week.to > days.to ? days.to : week.to,
});

function topUpDrafts(sheet: Timesheet, pay: WeekPay, { days, terms }: RunTerms): LineDraft[] {
  const { minimumWage, minimumWageBasis: basis } = terms;
  const unit = minimumWage?.per === 'day' ? 'd' : 'h';
  const rate = minimumWage && Fraction.of(minimumWage.amount);
  const draft = (day: LocalDate, { quantity, missing }: TopUp, shiftId?: string): LineDraft => ({
    ...{ kind: 'top_up', day, quantity, unit, rate, exact: missing },
    ...(shiftId !== undefined && { shiftId }),
  });
  const own = (): LineDraft[] => {
    if (minimumWage === null || basis === 'workweek') return [];
    if (basis === 'period') return [draft(days.from, sheet.topUp(days, pay.averageOn))];
    if (basis === 'shift' && minimumWage.per === 'hour')
      return sheet
        .shiftTopUps(days, pay.averageOn)
        .map(({ shift, ...topUp }) => draft(shift.day, topUp, shift.shiftId));
    return sheet
      .daysWithin(days)
      .map((day) => draft(day, sheet.topUp({ from: day, to: day }, pay.averageOn)));
  };
  const { difference } = pay;
  return [
    ...own(),
    ...pay.whole.map((week) => draft(week.from, pay.topUpOf(week))),
    ...(difference
      ? [
          {
            ...({
              kind: 'top_up',
              day: difference.week.from,
              quantity: null,
              unit: null,
              rate: null,
            } as const),
            exact: difference.topUp,
          },
        ]
      : []),
  ];
}
