import {
  type Clock,
  currencyDecimals,
  type LocalDate,
  MAX_CURRENCY_DECIMALS,
  nextLocalDate,
  textOrder,
} from '@furrow/kernel';
import {
  dayBefore,
  type Days,
  DEFAULT_TERMS,
  type Flag,
  Fraction,
  isSameFlag,
  isWithin,
  type LineView,
  type PayHead,
  type PayPolicy,
  PayPolicyChanges,
  type PayRun,
  type PayTerms,
  RunFlags,
  type RunTerms,
  type StatementView,
  type TermsOn,
  WorkLedger,
  workweekOf,
} from '../domain/index.ts';
import type { CorrectedRun, EarlierRun, PayrollRepositories, WorkSpan } from './ports.ts';
import { adjustment, statementView } from './statement-view.ts';

/** How long after its last day a frozen run is still corrected, in days. */
const CORRECTED_FOR_DAYS = 92;
/** For how long changes in runs that are not corrected any more are still reported. */
const REPORTED_FOR_DAYS = 366;
const DAY_MS = 86_400_000;
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
  readonly workOut: () => Promise<WorkedOut>;
}

/**
 * The policy in force on the first of some days.
 * @throws PayPolicyChanges if another one begins within them
 */
export function policyOf(policies: readonly PayPolicy[], { from, to }: Days): PayPolicy | undefined {
  const next = policies.find(({ validFrom }) => validFrom > from && validFrom <= to);
  if (next) throw new PayPolicyChanges(next.validFrom);
  return policies.findLast(({ validFrom }) => validFrom <= from);
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
  const policies = await repositories.policies.inForce();
  const policy = policyOf(policies, run)?.state ?? null;
  const currency = await repositories.work.currency();
  const calculation = new Calculation(repositories, policies, now, workerId);
  return { policy, currency, workOut: () => calculation.workOut(run, { policy, currency }) };
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
  const policies = await repositories.policies.inForce();
  return new Calculation(repositories, policies, clock.now(), null).coming(run);
}

/**
 * What a worker has earned so far on a local day, in any project, as a run of this day alone would pay it without what it
 * corrects in earlier runs. Over whole workweeks these sum to what one run pays, but for cents.
 * @returns null without a policy or a currency
 */
export async function paidOn(
  repositories: PayrollRepositories,
  { day, workerId, now }: { readonly day: LocalDate; readonly workerId: string; readonly now: Date },
): Promise<number | null> {
  const days = { from: day, to: day, projectId: null };
  const policies = await repositories.policies.inForce();
  const policy = policyOf(policies, days)?.state ?? null;
  const currency = await repositories.work.currency();
  if (policy === null || currency === null) return null;
  const calculation = new Calculation(repositories, policies, now, workerId);
  return calculation.grossOf(workerId, days, { policy, currency });
}

type PayTermsOfRun = Omit<PayHead, 'flags'>;

/** One calculation, within one transaction. */
class Calculation {
  /** @param workerId null: all workers */
  constructor(
    private readonly repositories: PayrollRepositories,
    private readonly policies: readonly PayPolicy[],
    private readonly now: Date,
    private readonly workerId: string | null,
  ) {}

  async workOut(run: PayRun, paidBy: PayTermsOfRun): Promise<WorkedOut> {
    const { ledger, flags } = await this.#read(run, paidBy);
    const corrected = await this.#changed(await this.repositories.runs.correctedBy(run, CORRECTED_FOR_DAYS));
    const tooOld = await this.repositories.runs.tooOldFor(run, CORRECTED_FOR_DAYS, REPORTED_FOR_DAYS);
    for (const { payRunId } of await this.#changed(tooOld))
      flags.push({ code: 'too_old_to_correct', payRunId });
    return { flags, statements: this.#statements(ledger, corrected, flags) };
  }

  /** Without what is corrected in earlier runs. */
  async grossOf(workerId: string, span: WorkSpan, paidBy: PayTermsOfRun): Promise<number> {
    const { ledger } = await this.#read(span, paidBy);
    return ledger.statementOf(workerId)?.gross.toNumber(MAX_CURRENCY_DECIMALS) ?? 0;
  }

  async coming(run: PayRun): Promise<ComingAdjustments> {
    const { runs, work, yieldToOthers } = this.repositories;
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
      return [statementView(workerId, statement, lines, names.get(workerId))];
    };
    for (let at = 0; at < workerIds.length; at += BATCH)
      yield workerIds.slice(at, at + BATCH).flatMap((workerId) => viewsOf(workerId));
  }

  /** Sessions are read one by one: only what is owed for each, and its flags, are kept in memory. */
  async #read(span: WorkSpan, paidBy: PayTermsOfRun) {
    const { policy, currency } = paidBy;
    const { earlier, ...run } = await this.#termsOf(span, paidBy);
    const { shifts, elsewhere, sessions } = await this.repositories.work.worked(
      { ...readDays(run, earlier), projectId: span.projectId, workerId: this.workerId },
      this.now,
    );
    const ledger = new WorkLedger(shifts, { ...run, earlier });
    const found = new RunFlags(shifts, policy, currency, run.days, elsewhere);
    for await (const batch of sessions)
      for (const session of batch) {
        ledger.add(session);
        found.add(session);
      }
    return { ledger, flags: found.all };
  }

  /** The days of a run by its own policy, and those of its first workweek before it as they were paid or would be. */
  async #termsOf(
    { from, to, projectId }: WorkSpan,
    { policy, currency }: PayTermsOfRun,
  ): Promise<RunTerms & { readonly earlier: readonly EarlierRun[] }> {
    const terms: PayTerms = policy ?? DEFAULT_TERMS;
    const week = workweekOf(from, terms.workweekStartsOn);
    const before = { from: week.from, to: dayBefore(from), projectId };
    const earlier = week.from < from ? await this.repositories.runs.earlierOf(before) : [];
    const days = { from, to };
    const termsOn: TermsOn = (day) => {
      if (isWithin(day, days)) return terms;
      const paid = earlier.find((each) => isWithin(day, each));
      if (paid) return paid.policy ?? DEFAULT_TERMS;
      return this.policies.findLast(({ validFrom }) => validFrom <= day)?.state ?? DEFAULT_TERMS;
    };
    return { days, terms, termsOn: remembered(termsOn), earlier, decimals: currencyDecimals(currency) };
  }

  /** Those of these runs in whose days something was written since they were frozen or corrected. */
  async #changed(runs: readonly CorrectedRun[]): Promise<CorrectedRun[]> {
    const changed: CorrectedRun[] = [];
    for (const before of runs) {
      const since = new Date(before.correctedAt.getTime() - IN_FLIGHT_MS);
      const week = workweekOf(before.from, (before.result.policy ?? DEFAULT_TERMS).workweekStartsOn);
      const { to, projectId } = before;
      if (await this.repositories.work.hasChanged({ from: dayBefore(week.from), to, projectId }, since))
        changed.push(before);
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
    const { ledger, flags: now } = await this.#read(before, result);
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

/**
 * The days whose work a run needs: its first workweek as a whole, where it is compared over whole runs those of the runs
 * before it in that week, and a day before and after, whose shifts or sessions may belong to a night at the edge.
 */
function readDays({ days, terms }: Pick<RunTerms, 'days' | 'terms'>, earlier: readonly EarlierRun[]): Days {
  const periods = earlier.filter(({ policy }) => policy?.minimumWageBasis === 'period');
  const first = [days.from, ...periods.map(({ from }) => from)].toSorted()[0] ?? days.from;
  const { from } = workweekOf(first, terms.workweekStartsOn);
  return { from: dayBefore(from), to: nextLocalDate(days.to) };
}

function remembered(termsOn: TermsOn): TermsOn {
  const known = new Map<LocalDate, PayTerms>();
  return (day) => {
    const terms = known.get(day) ?? termsOn(day);
    known.set(day, terms);
    return terms;
  };
}
