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
  type ToldLine,
  type ToldStatement,
  WorkLedger,
  workweekOf,
} from '../domain/index.ts';
import type { PayrollRepositories, WorkSpan } from './ports.ts';
import { adjustment, toldStatement } from './told-statement.ts';

/** How long after its last day a frozen run is still corrected, in days. */
const CORRECTED_FOR_DAYS = 92;
/** What was under way while a run was frozen may have been committed after it, and clocks differ a little. */
const UNDER_WAY_MS = 3_600_000;
/** Statements worked out at once. */
const BATCH = 20;

/** What a run comes to, once it is worked out. */
export interface WorkedOut {
  readonly flags: readonly Flag[];
  /** By worker id, batch by batch; to be read once, in the transaction that made it. */
  readonly statements: AsyncIterable<readonly ToldStatement[]>;
}

/** What a run is worked out by, and how to do that: both in one transaction. */
export interface Pay extends Omit<PayHead, 'flags'> {
  readonly workOut: () => Promise<WorkedOut>;
}

/**
 * The policy that is in force on the first of some days.
 * @throws PayPolicyChanges when another one begins within them
 */
export function policyOf(policies: readonly PayPolicy[], { from, to }: Days): PayPolicy | undefined {
  const next = policies.find(({ validFrom }) => validFrom > from && validFrom <= to);
  if (next) throw new PayPolicyChanges(next.validFrom);
  return policies.findLast(({ validFrom }) => validFrom <= from);
}

/**
 * What a run that is not frozen comes to now.
 * @param of the worker who is asked for alone
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
  const { work } = repositories;
  const { ledger, flags } = await ledgerFor(repositories, run, { policy, currency }, now, of);
  const adjustments = await adjustmentsFor(repositories, run, now, of);
  const everybody = [...new Set([...ledger.workerIds, ...adjustments.keys()])].toSorted(textOrder);
  const workerIds = everybody.filter((workerId) => of === undefined || workerId === of);
  const names = await work.workers(workerIds);
  const told = (workerId: string): ToldStatement[] => {
    const statement = ledger.statementOf(workerId);
    const lines = adjustments.get(workerId) ?? [];
    if (statement === undefined && lines.length === 0) return [];
    return [toldStatement(workerId, statement, lines, names.get(workerId))];
  };
  return { flags, statements: inBatches(workerIds, told) };
}

async function* inBatches(workerIds: readonly string[], told: (workerId: string) => ToldStatement[]) {
  for (let at = 0; at < workerIds.length; at += BATCH)
    yield workerIds.slice(at, at + BATCH).flatMap((workerId) => told(workerId));
}

/** Sessions pass one by one: of each, only what is owed for it and what is to be seen to is kept. */
async function ledgerFor(
  { work }: PayrollRepositories,
  { from, to, projectId }: WorkSpan,
  { policy, currency }: Omit<PayHead, 'flags'>,
  now: Date,
  of?: string,
) {
  const terms = policy ?? DEFAULT_TERMS;
  // A workweek that began before the run counts whole.
  const span = { from: workweekOf(from, terms.workweekStartsOn).from, to, projectId };
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

/**
 * What has changed in earlier runs since they were frozen, less what other frozen runs have corrected already. A run in
 * whose days nothing has been written since is not worked out again.
 */
async function adjustmentsFor(
  repositories: PayrollRepositories,
  run: PayRun,
  now: Date,
  of: string | undefined,
): Promise<Map<string, ToldLine[]>> {
  const { runs, work } = repositories;
  const adjustments = new Map<string, ToldLine[]>();
  for (const before of await runs.correctedBy(run, CORRECTED_FOR_DAYS)) {
    const { policy } = before.result;
    const { from } = workweekOf(before.from, (policy ?? DEFAULT_TERMS).workweekStartsOn);
    const since = new Date(before.correctedAt.getTime() - UNDER_WAY_MS);
    if (!(await work.hasChanged({ ...before, from }, since))) continue;
    const { ledger } = await ledgerFor(repositories, before, before.result, now, of);
    const paid = await runs.paidFor(before.payRunId);
    for (const workerId of new Set([...ledger.workerIds, ...paid.keys()])) {
      const owed = ledger.statementOf(workerId)?.gross ?? Fraction.ZERO;
      const missing = owed.minus(Fraction.of(paid.get(workerId) ?? '0'));
      if (missing.isZero) continue;
      const lines = adjustments.get(workerId) ?? [];
      adjustments.set(workerId, [...lines, adjustment(before.payRunId, missing)]);
    }
  }
  return adjustments;
}
