import { type Clock, textOrder } from '@furrow/kernel';
import {
  DEFAULT_TERMS,
  type Days,
  type Flag,
  Fraction,
  type PayHead,
  type PayPolicy,
  PayPolicyChanges,
  type PayRun,
  RunFlags,
  type LineView,
  type StatementView,
  WorkLedger,
  workweekOf,
} from '../domain/index.ts';
import type { CorrectedRun, PayrollRepositories, WorkSpan } from './ports.ts';
import { adjustment, statementView } from './statement-view.ts';

/** How long after its last day a frozen run is still corrected, in days. */
const CORRECTED_FOR_DAYS = 92;
/** Writes that were in flight while a run was frozen may have been committed after it, and clocks differ slightly. */
const UNDER_WAY_MS = 3_600_000;
/** The number of statements computed at once. */
const BATCH = 20;

/** The figures of a computed run. */
export interface WorkedOut {
  readonly flags: readonly Flag[];
  /**
   * By worker id, in batches; to be read once, in the transaction that made it. Batches may be empty, so that a reader
   * that gives way after each never works for long at a time.
   */
  readonly statements: AsyncIterable<readonly StatementView[]>;
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

/**
 * The current figures of a run that is not frozen.
 * @param of if given, only this worker
 * @throws PayPolicyChanges
 */
export async function payNow(
  repositories: PayrollRepositories,
  run: PayRun,
  clock: Clock,
  of?: string,
): Promise<Pay> {
  const policy = policyOf(await repositories.policies.inForce(), run)?.state ?? null;
  const currency = await repositories.work.currency();
  return {
    policy,
    currency,
    workOut: () => workOut(repositories, run, { policy, currency }, clock.now(), of),
  };
}

async function workOut(
  repositories: PayrollRepositories,
  run: PayRun,
  { policy, currency }: Omit<PayHead, 'flags'>,
  now: Date,
  of: string | undefined,
): Promise<WorkedOut> {
  const { ledger, flags } = await ledgerFor(repositories, run, { policy, currency }, now, of);
  const corrected = await changedSince(repositories, run);
  for (const before of corrected) flags.push(...(await runningIn(repositories, before, now, of)));
  return { flags, statements: statementsOf(repositories, { ledger, corrected }, now, of) };
}

async function* statementsOf(
  repositories: PayrollRepositories,
  { ledger, corrected }: { readonly ledger: WorkLedger; readonly corrected: readonly CorrectedRun[] },
  now: Date,
  of: string | undefined,
): AsyncGenerator<readonly StatementView[]> {
  const adjustments = new Map<string, LineView[]>();
  for await (const batch of adjustmentsFor(repositories, corrected, now, of)) {
    for (const [workerId, line] of batch)
      adjustments.set(workerId, [...(adjustments.get(workerId) ?? []), line]);
    yield [];
  }
  const everybody = [...new Set([...ledger.workerIds, ...adjustments.keys()])].toSorted(textOrder);
  const workerIds = everybody.filter((workerId) => of === undefined || workerId === of);
  const names = await repositories.work.workers(workerIds);
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
async function ledgerFor(
  { work }: PayrollRepositories,
  { from, to, projectId }: WorkSpan,
  { policy, currency }: Omit<PayHead, 'flags'>,
  now: Date,
  of?: string,
) {
  const terms = policy ?? DEFAULT_TERMS;
  const span = wholeWeeks({ from, to, projectId }, policy);
  const { shifts, sessions } = await work.worked(span, now, of);
  const ledger = new WorkLedger(shifts, terms, { from, to });
  const flags = new RunFlags(shifts, policy, currency, { from, to });
  for await (const batch of sessions)
    for (const session of batch) {
      ledger.add(session);
      flags.add(session);
    }
  return { ledger, flags: flags.all };
}

/** Also the days before, of a workweek that began then, because it counts as a whole. */
function wholeWeeks({ from, to, projectId }: WorkSpan, policy: PayHead['policy']): WorkSpan {
  return { from: workweekOf(from, (policy ?? DEFAULT_TERMS).workweekStartsOn).from, to, projectId };
}

/** The frozen runs that this one corrects, as far as something was written in their days since. */
async function changedSince({ runs, work }: PayrollRepositories, run: PayRun): Promise<CorrectedRun[]> {
  const changed: CorrectedRun[] = [];
  for (const before of await runs.correctedBy(run, CORRECTED_FOR_DAYS)) {
    const since = new Date(before.correctedAt.getTime() - UNDER_WAY_MS);
    if (await work.hasChanged(wholeWeeks(before, before.result.policy), since)) changed.push(before);
  }
  return changed;
}

/**
 * Shifts that were recorded after the run was frozen and have no end yet: a run that corrects it must wait, because only
 * recorded and voided shifts are looked for later, and their ends would never be paid.
 */
async function runningIn(
  { work }: PayrollRepositories,
  before: CorrectedRun,
  now: Date,
  of: string | undefined,
): Promise<Flag[]> {
  const { policy, currency } = before.result;
  const { shifts } = await work.worked(before, now, of);
  const { all } = new RunFlags(shifts, policy, currency, before);
  return all.filter(({ code }) => code === 'shift_running');
}

/**
 * The changes in earlier runs since they were frozen, less what other frozen runs have already corrected. They come with
 * their workers, in batches of computation.
 */
async function* adjustmentsFor(
  repositories: PayrollRepositories,
  corrected: readonly CorrectedRun[],
  now: Date,
  of: string | undefined,
): AsyncGenerator<(readonly [workerId: string, line: LineView])[]> {
  for (const before of corrected) {
    const { ledger } = await ledgerFor(repositories, before, before.result, now, of);
    const paid = await repositories.runs.paidFor(before.payRunId);
    const workerIds = [...new Set([...ledger.workerIds, ...paid.keys()])];
    for (let at = 0; at < workerIds.length; at += BATCH)
      yield workerIds.slice(at, at + BATCH).flatMap((workerId) => {
        const owed = ledger.statementOf(workerId)?.gross ?? Fraction.ZERO;
        const missing = owed.minus(Fraction.of(paid.get(workerId) ?? '0'));
        return missing.isZero ? [] : [[workerId, adjustment(before.payRunId, missing)] as const];
      });
  }
}
