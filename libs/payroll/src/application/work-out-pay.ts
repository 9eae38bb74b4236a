import {
  type Clock,
  currencyDecimals,
  type LocalDate,
  MAX_CURRENCY_DECIMALS,
  textOrder,
} from '@furrow/kernel';
import { refuseChangesIn, wagesInForce } from './terms/wages-in-force.ts';
import { firstWeekDay, readDays } from './terms/days-read.ts';
import {
  dayBefore,
  daysEarlier,
  type Days,
  DEFAULT_TERMS,
  type Flag,
  Fraction,
  isSameFlag,
  isWithin,
  type LineView,
  type ManualLineState,
  ManualPay,
  MAX_RUN_DAYS,
  type PayHead,
  type PayRun,
  type PayTerms,
  type PayTotals,
  RunFlags,
  type StatementView,
  type TermsOn,
  TotalsOfStatements,
  Wages,
  WorkLedger,
} from '../domain/index.ts';
import type { CorrectedRun, EarlierRun, PayrollRepositories, WorkSpan } from './ports.ts';
import { adjustment, statementView } from './statement-view.ts';

/** How long after its last day a frozen run is still corrected, in days. */
const CORRECTED_FOR_DAYS = 92;
/** For how long changes in runs that are not corrected any more are still reported. */
const REPORTED_FOR_DAYS = 366;
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** The days of runs whose changes are reported, and the workweek before them. */
const LOOK_BACK_DAYS = REPORTED_FOR_DAYS + MAX_RUN_DAYS + WEEK_DAYS;
/** Writes that were in flight while a run was frozen may have been committed after it, and clocks differ slightly. */
const IN_FLIGHT_MS = 3_600_000;
/** The number of statements computed at once. */
const BATCH = 20;

/** The figures of a computed run. */
export interface WorkedOut {
  /**
   * By worker id, in batches; to be read once, in the transaction that made it. Batches may be empty, so that a reader
   * that yields to other requests after each never computes for long at a time.
   */
  readonly statements: AsyncIterable<readonly StatementView[]>;
  /** Complete once the statements have been read, because those of corrected runs are found with their adjustments. */
  readonly flags: readonly Flag[];
}

/** The terms of a run, and a function that computes it in the same transaction. */
export interface Pay extends Omit<PayHead, 'flags'> {
  readonly wages: Wages;
  readonly workOut: () => Promise<WorkedOut>;
}

/** What is calculated, as of now. */
export interface PayQuestion {
  readonly run: PayRun;
  /** Null: all workers. */
  readonly workerId: string | null;
  readonly now: Date;
}

/**
 * The current figures of a run that is not frozen.
 * @throws PayPolicyChanges
 */
export async function payNow(
  repositories: PayrollRepositories,
  { run, workerId, now }: PayQuestion,
): Promise<Pay> {
  const wages = await wagesInForce(repositories);
  refuseChangesIn(wages, run);
  const groups = wages.keptFor(run, []).policies.filter(({ group }) => group !== null);
  const terms = {
    ...{ policy: wages.baseOn(run.from), currency: await repositories.work.currency() },
    ...(groups.length > 0 && { groupPolicies: groups }),
  };
  const calculation = new Calculation(repositories, wages, now, workerId);
  return { ...terms, wages, workOut: () => calculation.workOut(run, terms) };
}

/** What a worker's next statement corrects in the days of a frozen run. */
export interface ComingAdjustment {
  readonly workerId: string;
  /** The worker's code. */
  readonly worker_id: string;
  readonly worker_name: string;
  readonly amount: number;
}

export interface ComingAdjustments {
  /** Those that the run did not have when it was frozen. */
  readonly flags: readonly Flag[];
  /** By worker id. */
  readonly adjustments: readonly ComingAdjustment[];
}

/**
 * What a run that begins after a frozen one, at most 92 days after its end, would correct in its days as of now; nothing
 * if that time is over.
 */
export async function comingAdjustments(
  repositories: PayrollRepositories,
  run: PayRun,
  clock: Clock,
): Promise<ComingAdjustments> {
  const wages = await wagesInForce(repositories);
  return new Calculation(repositories, wages, clock.now(), null).coming(run);
}

/**
 * What a worker has earned so far on each of some local days, in any project, as a run of this day alone would pay it without what it
 * corrects in earlier runs and without manual lines. Over whole workweeks these sum to what one run pays, but for cents.
 * @returns only days with a policy; none without a currency
 */
export async function paidByDay(
  repositories: PayrollRepositories,
  days: readonly LocalDate[],
  { workerId, now }: { readonly workerId: string; readonly now: Date },
): Promise<Map<LocalDate, number>> {
  const wages = await wagesInForce(repositories);
  const currency = await repositories.work.currency();
  const paid = new Map<LocalDate, number>();
  if (currency === null) return paid;
  const calculation = new Calculation(repositories, wages, now, workerId);
  for (const day of days.filter((each) => wages.baseOn(each) !== null)) {
    const span = { from: day, to: day, projectId: null };
    paid.set(day, await calculation.grossOf(workerId, { ...span, currency, wages, lines: [] }));
    await repositories.yieldToOthers();
  }
  return paid;
}

/** What the work of some days comes to in all projects, without manual lines and corrections of earlier runs. */
export async function costOf(
  repositories: PayrollRepositories,
  days: Days,
  { wages, now }: { readonly wages: Wages; readonly now: Date },
): Promise<PayTotals> {
  const currency = await repositories.work.currency();
  const calculation = new Calculation(repositories, wages, now, null);
  return calculation.totalsOf({ ...days, projectId: null, currency, wages, lines: [] });
}

type PayTermsOfRun = Omit<PayHead, 'flags'>;

/** A run, how its days are paid, and the manual lines that it pays. */
interface PaidSpan extends WorkSpan {
  readonly currency: string | null;
  readonly wages: Wages;
  readonly lines: readonly ManualLineState[];
}

/** One calculation, within one transaction. */
class Calculation {
  /** Manual lines for the regular rate, of all days that it needs. */
  #regular: readonly ManualLineState[] = [];

  /** @param workerId null: all workers */
  constructor(
    private readonly repositories: PayrollRepositories,
    private readonly wages: Wages,
    private readonly now: Date,
    private readonly workerId: string | null,
  ) {}

  async workOut(run: PayRun, paidBy: PayTermsOfRun): Promise<WorkedOut> {
    const { lines: manual } = this.repositories;
    this.#regular = await manual.inRegularRate({ from: daysEarlier(run.from, LOOK_BACK_DAYS), to: run.to });
    const lines = await manual.unpaidFor(run);
    const { wages } = this;
    const { ledger, flags } = await this.#read({ ...spanOf(run), currency: paidBy.currency, wages, lines });
    const corrected = await this.#changed(await this.repositories.runs.correctedBy(run, CORRECTED_FOR_DAYS));
    const tooOld = await this.repositories.runs.tooOldFor(run, CORRECTED_FOR_DAYS, REPORTED_FOR_DAYS);
    for (const { payRunId } of await this.#changed(tooOld))
      flags.push({ code: 'too_old_to_correct', payRunId });
    return { flags, statements: this.#statements(run, ledger, corrected, flags) };
  }

  async totalsOf(span: PaidSpan): Promise<PayTotals> {
    const { ledger } = await this.#read(span);
    const totals = new TotalsOfStatements();
    for (const [index, id] of [...ledger.workerIds].entries()) {
      totals.add([statementView(id, ledger.statementOf(id), [], undefined, null)]);
      if (index % BATCH === 0) await this.repositories.yieldToOthers();
    }
    return totals.value;
  }

  /** Without what is corrected in earlier runs. */
  async grossOf(workerId: string, span: PaidSpan): Promise<number> {
    const { from, to } = span;
    this.#regular = await this.repositories.lines.inRegularRate({
      ...{ from: daysEarlier(from, LOOK_BACK_DAYS), to },
    });
    const { ledger } = await this.#read(span);
    return ledger.statementOf(workerId)?.gross.toNumber(MAX_CURRENCY_DECIMALS) ?? 0;
  }

  async coming(run: PayRun): Promise<ComingAdjustments> {
    const { runs, work, lines, yieldToOthers } = this.repositories;
    this.#regular = await lines.inRegularRate({ from: daysEarlier(run.from, WEEK_DAYS), to: run.to });
    const first = new Date(this.now.getTime() - CORRECTED_FOR_DAYS * DAY_MS).toISOString().slice(0, 10);
    if (run.to < first) return { flags: [], adjustments: [] };
    const frozen = await runs.correctedBy({ ...run, from: run.to }, CORRECTED_FOR_DAYS);
    const itself = frozen.filter(({ payRunId }) => payRunId === run.payRunId);
    const flags: Flag[] = [];
    const amounts = new Map<string, number>();
    for (const before of await this.#changed(itself))
      for await (const batch of this.#adjustmentsFor(before, flags)) {
        for (const [workerId, { amount }] of batch) amounts.set(workerId, amount);
        await yieldToOthers();
      }
    const names = await work.workers([...amounts.keys()]);
    const adjustments = [...amounts]
      .sort(([a], [b]) => textOrder(a, b))
      .map(([workerId, amount]): ComingAdjustment => {
        const { code = '', name = '' } = names.get(workerId) ?? {};
        return { workerId, worker_id: code, worker_name: name, amount };
      });
    return { flags, adjustments };
  }

  async *#statements(
    run: PayRun,
    ledger: WorkLedger,
    corrected: readonly CorrectedRun[],
    flags: Flag[],
  ): AsyncGenerator<readonly StatementView[]> {
    const adjustments = new Map<string, LineView[]>();
    for (const before of corrected)
      for await (const batch of this.#adjustmentsFor(before, flags)) {
        for (const [workerId, line] of batch)
          adjustments.set(workerId, [...(adjustments.get(workerId) ?? []), line]);
        yield [];
      }
    const everybody = [...new Set([...ledger.workerIds, ...adjustments.keys()])].toSorted(textOrder);
    const workerIds = everybody.filter((workerId) => this.workerId === null || workerId === this.workerId);
    const names = await this.repositories.work.workers(workerIds);
    const viewsOf = (workerId: string): StatementView[] => {
      const statement = ledger.statementOf(workerId);
      const lines = adjustments.get(workerId) ?? [];
      if (statement === undefined && lines.length === 0) return [];
      const group = this.wages.groupOf(workerId, run.from);
      return [statementView(workerId, statement, lines, names.get(workerId), group)];
    };
    for (let at = 0; at < workerIds.length; at += BATCH)
      yield workerIds.slice(at, at + BATCH).flatMap((workerId) => viewsOf(workerId));
  }

  /** Sessions are read one by one: only what is owed for each, and its flags, are kept in memory. */
  async #read(span: PaidSpan) {
    const { earlier, ...run } = await this.#termsOf(span);
    const { shifts, elsewhere, sessions } = await this.repositories.work.worked(
      { ...readDays(run.days, span.wages, earlier), projectId: span.projectId, workerId: this.workerId },
      this.now,
    );
    const ledger = new WorkLedger(shifts, { ...run, earlier });
    const found = new RunFlags(shifts, span.wages, span.currency, run.days, elsewhere);
    for await (const batch of sessions)
      for (const session of batch) {
        ledger.add(session);
        found.add(session);
      }
    return { ledger, flags: found.all };
  }

  /** The days of a run by its own wages, and those of its first workweek before it as they were paid or would be. */
  async #termsOf({ from, to, projectId, currency, wages, lines }: PaidSpan) {
    const first = firstWeekDay(from, from, wages);
    const before = { from: first, to: dayBefore(from), projectId };
    const earlier = first < from ? await this.repositories.runs.earlierOf(before) : [];
    const days = { from, to };
    const paid = [{ days, wages }, ...earlier.map((each) => ({ days: each, wages: this.#keptIn(each) }))];
    const wagesOn = (day: LocalDate) => paid.find((each) => isWithin(day, each.days))?.wages ?? this.wages;
    const all = [this.wages, ...paid.map((each) => each.wages)];
    const ofWorker = (workerId: string): TermsOn => {
      const known = new Map(all.map((each) => [each, each.termsOf(workerId)]));
      return remembered((day, project) => (known.get(wagesOn(day)) as TermsOn)(day, project));
    };
    const ofAll = all.every(({ isUniform }) => isUniform) ? ofWorker('') : undefined;
    const termsOf = (workerId: string): TermsOn => ofAll ?? ofWorker(workerId);
    const ids = new Set(lines.map(({ payLineId }) => payLineId));
    const regular = this.#regular.filter(
      ({ voidedAt, payLineId }) => voidedAt === null && (projectId === null || ids.has(payLineId)),
    );
    return {
      ...{ days, earlier, termsOf, manual: new ManualPay(lines.filter(this.#isAsked), regular) },
      fixedBonusOn: (day: LocalDate) => (wagesOn(day).baseOn(day) ?? DEFAULT_TERMS).fixedBonus,
      hasTiers: all.some(({ hasTiers }) => hasTiers),
      decimals: currencyDecimals(currency),
    };
  }

  readonly #isAsked = ({ workerId }: ManualLineState) => this.workerId === null || workerId === this.workerId;

  /** How a frozen run pays: workers who were not in it by their standing of now. */
  #keptIn({ result, wages }: EarlierRun): Wages {
    const { policy } = result;
    const kept = wages ?? { policies: policy ? [policy] : [], rates: [], projectWages: [], workers: {} };
    return new Wages({ ...kept, workers: { ...this.wages.state.workers, ...kept.workers } });
  }

  /** Those of these runs in whose days something was written since they were frozen or corrected. */
  async #changed(runs: readonly CorrectedRun[]): Promise<CorrectedRun[]> {
    const changed: CorrectedRun[] = [];
    for (const before of runs) {
      const since = new Date(before.correctedAt.getTime() - IN_FLIGHT_MS);
      const first = firstWeekDay(before.from, before.from, this.#keptIn(before));
      const { to, projectId } = before;
      const isChanged =
        this.#regular.some((line) => isWithin(line.day, { from: first, to }) && isLater(line, since)) ||
        (await this.repositories.work.hasChanged({ from: dayBefore(first), to, projectId }, since));
      if (isChanged) changed.push(before);
    }
    return changed;
  }

  /**
   * The changes in an earlier run since it was frozen, less what other frozen runs have already corrected. They come with
   * their workers, in batches of computation.
   * @param flags are added that the run did not have when it was frozen
   */
  async *#adjustmentsFor(
    before: CorrectedRun,
    flags: Flag[],
  ): AsyncGenerator<(readonly [workerId: string, line: LineView])[]> {
    const { payRunId, result } = before;
    const { ledger, flags: now } = await this.#read({
      ...{ ...spanOf(before), currency: result.currency, wages: this.#keptIn(before) },
      lines: await this.repositories.lines.paidBy(payRunId),
    });
    const isNew = (flag: Flag) => !result.flags.some((each) => isSameFlag(each, flag));
    flags.push(...now.filter(isNew).map((flag) => ({ ...flag, payRunId })));
    const paid = await this.repositories.runs.paidFor(payRunId);
    const workerIds = [...new Set([...ledger.workerIds, ...paid.keys()])];
    for (let at = 0; at < workerIds.length; at += BATCH)
      yield workerIds.slice(at, at + BATCH).flatMap((workerId) => {
        const owed = ledger.statementOf(workerId)?.gross ?? Fraction.ZERO;
        const missing = owed.minus(Fraction.of(paid.get(workerId) ?? '0'));
        return missing.isZero ? [] : [[workerId, adjustment(payRunId, missing)] as const];
      });
  }
}

const spanOf = ({ from, to, projectId }: WorkSpan): WorkSpan => ({ from, to, projectId });

const isLater = ({ createdAt, voidedAt }: ManualLineState, since: Date): boolean =>
  createdAt >= since || (voidedAt !== null && voidedAt >= since);

function remembered(termsOn: TermsOn): TermsOn {
  const known = new Map<LocalDate, Map<string | undefined, PayTerms>>();
  return (day, projectId) => {
    let ofDay = known.get(day);
    if (ofDay === undefined) known.set(day, (ofDay = new Map<string | undefined, PayTerms>()));
    const terms = ofDay.get(projectId) ?? termsOn(day, projectId);
    ofDay.set(projectId, terms);
    return terms;
  };
}
