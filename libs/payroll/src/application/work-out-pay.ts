import { type Clock, type LocalDate } from '@furrow/kernel';
import {
  DEFAULT_TERMS,
  type Days,
  flagsOf,
  Fraction,
  type PayPolicy,
  PayPolicyChanges,
  type PayPolicyState,
  type PayResult,
  type PayRun,
  type Statement,
  statementsOf,
  type ToldLine,
  type ToldStatement,
  workweekOf,
} from '../domain/index.ts';
import type { PayrollRepositories } from './ports.ts';

/** How long after its last day a frozen run is still corrected, in days. */
const CORRECTED_FOR_DAYS = 92;

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
 * @throws PayPolicyChanges
 */
export async function workOutPay(
  repositories: PayrollRepositories,
  run: PayRun,
  clock: Clock,
): Promise<PayResult> {
  const { work, policies } = repositories;
  const policy = policyOf(await policies.inForce(), run)?.state ?? null;
  const currency = await work.currency();
  const { facts, statements } = await statementsFor(repositories, run, policy, clock.now());
  const told = new Map(statements.map((statement) => [statement.workerId, linesOf(statement)]));
  for (const { workerId, line } of await adjustmentsFor(repositories, run, clock.now()))
    told.set(workerId, [...(told.get(workerId) ?? []), line]);
  const names = await work.workers([...told.keys()]);
  const of = new Map(statements.map((statement) => [statement.workerId, statement]));
  return {
    currency,
    policy,
    flags: flagsOf(facts, policy, currency, run),
    statements: [...told]
      .map(([workerId, lines]) => toldStatement(workerId, of.get(workerId), lines, names.get(workerId)))
      .sort((a, b) => (a.workerId < b.workerId ? -1 : 1)),
  };
}

async function statementsFor(
  { work }: PayrollRepositories,
  run: Pick<PayRun, 'from' | 'to' | 'projectId'>,
  policy: PayPolicyState | null,
  now: Date,
) {
  const terms = policy ?? DEFAULT_TERMS;
  // A workweek that began before the run counts whole.
  const { from } = workweekOf(run.from, terms.workweekStartsOn);
  const facts = await work.facts({ from, to: run.to }, run.projectId, now);
  return { facts, statements: statementsOf(facts, terms, run) };
}

/** What has changed in earlier runs since they were frozen, less what other frozen runs have corrected already. */
async function adjustmentsFor(
  repositories: PayrollRepositories,
  run: PayRun,
  now: Date,
): Promise<{ readonly workerId: string; readonly line: ToldLine }[]> {
  const frozen = await repositories.runs.frozen();
  const earliest = daysBefore(run.from, CORRECTED_FOR_DAYS);
  const adjustments: { workerId: string; line: ToldLine }[] = [];
  for (const before of frozen) {
    const isEarlier = before.from <= run.from && before.to >= earliest;
    const isOfProject = run.projectId === null || run.projectId === before.projectId;
    if (!isEarlier || !isOfProject || before.result === null) continue;
    const { statements } = await statementsFor(repositories, before, before.result.policy, now);
    const owed = new Map(statements.map(({ workerId, gross }) => [workerId, gross]));
    const add = (workerId: string, amount: number, sign: -1n | 1n) =>
      owed.set(
        workerId,
        (owed.get(workerId) ?? Fraction.ZERO).plus(
          Fraction.of(amount.toFixed(2)).times(Fraction.ratio(sign, 1n)),
        ),
      );
    for (const { workerId, lines } of before.result.statements)
      for (const { kind, amount } of lines) if (kind !== 'adjustment') add(workerId, amount, -1n);
    for (const { result } of frozen)
      for (const { workerId, lines } of result?.statements ?? [])
        for (const { payRunId, amount } of lines)
          if (payRunId === before.payRunId) add(workerId, amount, -1n);
    for (const [workerId, amount] of owed)
      if (!amount.isZero) adjustments.push({ workerId, line: adjustment(before.payRunId, amount) });
  }
  return adjustments;
}

const adjustment = (payRunId: string, amount: Fraction): ToldLine => ({
  ...{
    kind: 'adjustment',
    day: null,
    sessionId: null,
    shiftId: null,
    quantity: null,
    unit: null,
    rate: null,
  },
  ...{ amount: amount.toNumber(2), payRunId },
});

const linesOf = ({ lines }: Statement): ToldLine[] =>
  lines.map(({ quantity, rate, amount, ...line }) => ({
    ...line,
    quantity: quantity?.toNumber(6) ?? null,
    rate: rate?.toNumber(6) ?? null,
    amount: amount.toNumber(2),
    payRunId: null,
  }));

function toldStatement(
  workerId: string,
  statement: Statement | undefined,
  lines: readonly ToldLine[],
  worker: { readonly code: string; readonly name: string } | undefined,
): ToldStatement {
  const hours = (kind: keyof Statement['hours']) => statement?.hours[kind].toNumber(6) ?? 0;
  return {
    ...{ workerId, worker_id: worker?.code ?? '', worker_name: worker?.name ?? '', lines },
    hours: {
      ...{ piece: hours('piece'), hourly: hours('hourly'), nonproductive: hours('nonproductive') },
      ...{ rest: hours('rest'), total: hours('total'), overtime: hours('overtime') },
    },
    units: statement?.units.toNumber(6) ?? 0,
    regularRate: statement?.regularRate?.toNumber(6) ?? null,
    gross: sumOf(lines.map(({ amount }) => amount)),
  };
}

/** Of amounts in cents, exact. */
export const sumOf = (amounts: readonly number[]): number =>
  Fraction.sum(amounts.map((amount) => Fraction.of(amount.toFixed(2)))).toNumber(2);

function daysBefore(day: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10) as LocalDate;
}
