import { type LocalDate, textOrder } from '@furrow/kernel';
import { Fraction } from './money/fraction.ts';
import { roundedTogether } from './money/largest-remainder.ts';
import type { ManualEntry, ManualLineState } from './manual-line.ts';
import type { PayFacts, SessionFact, ShiftFact, WorkFact } from './pay-facts.ts';
import { partsOf, pickedIn, type SessionPart } from './session-parts.ts';
import { type RestPay, Timesheet, type TopUp } from './timesheet.ts';
import { type CountedUnits, tierPay, type TierPay } from './tiers.ts';
import { type RunTerms, WeekPay, type WorkerRun } from './week-pay.ts';
import { type Days, isWithin } from './workweek.ts';

// oxfmt-ignore
export const LINE_KINDS = ['piece', 'bonus', 'tier', 'hourly', 'nonproductive', 'rest', 'top_up', 'overtime', 'manual', 'adjustment'] as const;
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
  /** Of a piece: the units that are parts of shared records. */
  readonly shared?: Fraction;
  /** Of a manual line. */
  readonly manual?: ManualEntry;
  /** Of pieces: what they were picked into, in order of its name. */
  readonly containers?: readonly CountedContainer[];
}

/** Containers of one kind. */
export interface CountedContainer {
  readonly name: string;
  readonly count: number;
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
  /** Of all days that are read, where a policy has tiers. */
  readonly #counted = new Map<string, CountedUnits[]>();
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
    const { days, fixedBonusOn, hasTiers, decimals } = this.run;
    const picked = pickedIn(session);
    const isPaid = isWithin(session.day, days);
    const alone = withoutWork(session);
    for (const { work, units } of picked) {
      const list = listIn(this.#units, work.workerId);
      if (isPaid) list.push(units);
      if (hasTiers) listIn(this.#counted, work.workerId).push({ session: alone, work, units });
    }
    for (const part of partsOf(session, picked, fixedBonusOn(session.day), decimals))
      listIn(this.#parts, part.work.workerId).push(part);
  }

  /** The workers with any work or manual line, by id. */
  get workerIds(): string[] {
    const { manual } = this.run;
    const ids = new Set([...this.#shifts.keys(), ...this.#units.keys(), ...manual.workerIds]);
    return [...ids].toSorted(textOrder);
  }

  /** Gross pay, exact until each sum is rounded; undefined for a worker without work who is owed nothing. */
  statementOf(workerId: string): Statement | undefined {
    const run = workerRun(this.run, workerId);
    const pieces = this.#parts.get(workerId) ?? [];
    const tiers = tierPay(this.#counted.get(workerId) ?? [], run);
    const parts = [...pieces, ...tiers.flatMap((tier) => tier.parts)];
    const sheet = new Timesheet(parts, this.#shifts.get(workerId) ?? [], run.termsOn);
    const units = Fraction.sum(this.#units.get(workerId) ?? []);
    const manual = this.run.manual.paidTo(workerId);
    const statement = statementOf(workerId, sheet, run, { pieces, tiers, units, manual });
    // A workweek that ends in these days may be owed something although all its work was before them.
    const isIdle = units.isZero && sheet.daysWithin(run.days).length === 0 && statement.lines.length === 0;
    return isIdle ? undefined : statement;
  }
}

const withoutWork = ({ sessionId, day, projectId, unit }: SessionFact) => ({
  ...{ sessionId, day, projectId, unit },
});

function workerRun({ days, termsOf, earlier, manual, decimals }: RunTerms, workerId: string): WorkerRun {
  const termsOn = termsOf(workerId);
  const startsOn = termsOn(days.from).workweekStartsOn;
  return { days, termsOn, startsOn, earlier, decimals, inRegularRate: manual.inRegularRateOf(workerId) };
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

/** What a statement has besides what hours decide. */
interface Counted {
  readonly pieces: readonly SessionPart[];
  readonly tiers: readonly TierPay[];
  readonly units: Fraction;
  readonly manual: readonly ManualLineState[];
}

function statementOf(
  workerId: string,
  sheet: Timesheet,
  run: WorkerRun,
  { pieces, tiers, units, manual }: Counted,
): Statement {
  const { days, decimals } = run;
  const pay = new WeekPay(sheet, run);
  const lineOf = (draft: LineDraft): Line[] => spanLine(draft, decimals);
  const { overtime } = pay;
  const lines = [
    ...pieceLines(pieces, days),
    ...tierDrafts(tiers, days).flatMap(lineOf),
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
    ...manual.map(manualLine),
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
    .map(({ session, work, kind, quantity, unit, rate, amount, shared }): Line => {
      const { sessionId, day } = session;
      const containers = kind === 'piece' ? containersIn(work) : [];
      return {
        ...{ kind, day, sessionId, shiftId: null, quantity, unit, rate, amount },
        ...(shared !== null && { shared }),
        ...(containers.length > 0 && { containers }),
      };
    })
    .sort((a, b) => textOrder(a.day ?? '', b.day ?? '') || textOrder(a.sessionId ?? '', b.sessionId ?? ''));
  return (['piece', 'bonus'] as const).flatMap((kind) => lines.filter((line) => line.kind === kind));
}

/** What the units of a worker were picked into. */
export function containersIn({ units }: Pick<WorkFact, 'units'>): CountedContainer[] {
  const counts = new Map<string, number>();
  for (const { container, count = 0 } of units)
    if (container !== undefined) counts.set(container, (counts.get(container) ?? 0) + count);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => textOrder(a.name, b.name));
}

/** By day; a tier over the run, on its first day, comes after those of that day. */
function tierDrafts(tiers: readonly TierPay[], days: Days): LineDraft[] {
  return tiers
    .filter(({ day }) => isWithin(day, days))
    .map(({ day, tier, quantity, premium }) => ({
      ...{ kind: 'tier' as const, day, quantity, unit: tier.unit, rate: premium },
      exact: quantity.times(premium),
    }))
    .sort((a, b) => textOrder(a.day, b.day));
}

const manualLine = ({
  day,
  amount,
  payLineId,
  reason,
  createdByIdpId,
  createdAt,
}: ManualLineState): Line => ({
  ...{ kind: 'manual', day, sessionId: null, shiftId: null, quantity: null, unit: null, rate: null },
  amount: Fraction.of(amount),
  manual: { payLineId, reason, createdBy: createdByIdpId, createdAt: createdAt.toISOString() },
});

/** One line per shift; they add up to the pay for all hours of the kind, however many shifts these were worked in. */
function hourLines(
  sheet: Timesheet,
  kind: 'hourly' | 'nonproductive',
  { days, decimals }: WorkerRun,
): Line[] {
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

function topUpDrafts(sheet: Timesheet, pay: WeekPay, { days }: WorkerRun): LineDraft[] {
  const draft = (day: LocalDate, { unit, quantity, floor, missing }: TopUp, shiftId?: string): LineDraft => ({
    ...{ kind: 'top_up', day, unit, quantity: unit && quantity, exact: missing },
    rate: unit === null || quantity.isZero ? null : floor.over(quantity),
    ...(shiftId !== undefined && { shiftId }),
  });
  const worked = sheet.daysWithin(days);
  const isAny = (basis: string) => worked.some((day) => sheet.basisOn(day) === basis);
  const ofShifts = isAny('shift')
    ? sheet
        .shiftTopUps(days, pay.averageOn)
        .filter(({ shift }) => sheet.basisOn(shift.day) === 'shift')
        .map(({ shift, ...topUp }) => draft(shift.day, topUp, shift.shiftId))
    : [];
  const ofDays = worked
    .filter((day) => sheet.basisOn(day) === 'day')
    .map((day) => draft(day, sheet.topUp({ from: day, to: day }, pay.averageOn, 'day')));
  const ofRun = isAny('period') ? [draft(days.from, sheet.topUp(days, pay.averageOn, 'period'))] : [];
  const { difference } = pay;
  const ofBefore: LineDraft[] = difference
    ? [
        {
          ...{ kind: 'top_up', day: difference.week.from, quantity: null, unit: null, rate: null },
          exact: difference.topUp,
        },
      ]
    : [];
  return [
    ...[...ofShifts, ...ofDays, ...ofRun],
    ...pay.whole.map((week) => draft(week.from, pay.topUpOf(week))),
    ...ofBefore,
  ];
}
