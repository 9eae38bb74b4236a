import type { PayFigures, PayStatement, PayTermsOfRun } from '@furrow/payroll';
import type { ListedPayRun, PayPolicyState, PayRunHead, StatementView } from '@furrow/payroll/domain';
import { numberOf } from '../http/number-of.ts';

/** A run without its figures. */
export function headOf({ payRunId, from, to, projectId, createdAt, frozenAt }: PayRunHead) {
  return {
    ...{ payRunId, status: frozenAt === null ? 'draft' : 'frozen', from, to, projectId },
    ...{ createdAt: createdAt.toISOString(), frozenAt: frozenAt?.toISOString() ?? null },
  };
}

/** The beginning of a run as JSON text, which is sent before its figures are calculated. */
export function payRunHeadText(run: PayRunHead, { currency, policy }: PayTermsOfRun): string {
  const { acknowledged } = run;
  const head = { ...headOf(run), acknowledged, currency, policy: policy && policyAnswer(policy) };
  return JSON.stringify(head).slice(0, -1);
}

/** The rest of it, in pieces. */
export async function* payRunFigureTexts(figures: PayFigures): AsyncGenerator<string> {
  const { calculatedAt, flags, totals } = figures;
  yield `,"calculatedAt":"${calculatedAt.toISOString()}","flags":${JSON.stringify(flags)}`;
  yield* statementTexts(figures.statements);
  yield `,"totals":${JSON.stringify(totals)}}`;
}

/** A run in a list as JSON text, in pieces. */
export async function* listedTexts(
  run: ListedPayRun,
  statements: PayFigures['statements'] | null,
): AsyncGenerator<string> {
  const { calculatedAt, listed, acknowledged } = run;
  const { currency = null, policy = null, flags = [], flagCount = null, totals = null } = listed ?? {};
  yield JSON.stringify({
    ...{ ...headOf(run), acknowledged, currency, policy: policy && policyAnswer(policy) },
    ...{ calculatedAt: calculatedAt?.toISOString() ?? null, flags, flagCount, totals },
  }).slice(0, -1);
  if (statements) yield* statementTexts(statements);
  yield '}';
}

async function* statementTexts(
  statements: AsyncIterable<readonly StatementView[]> | Iterable<readonly StatementView[]>,
): AsyncGenerator<string> {
  let before = ',"statements":[';
  for await (const batch of statements) {
    if (batch.length === 0) continue;
    yield before + JSON.stringify(batch).slice(1, -1);
    before = ',';
  }
  yield before === ',' ? ']' : `${before}]`;
}

export function statementAnswer({ run, currency, policy, flags, statement }: PayStatement) {
  return { ...headOf(run), currency, policy: policy && policyAnswer(policy), flags, ...statement };
}

function policyAnswer({ minimumWage, overtime, ...policy }: PayPolicyState) {
  return {
    ...policy,
    hourlyRate: numberOf(policy.hourlyRate),
    nonproductiveRate: numberOf(policy.nonproductiveRate),
    minimumWage: minimumWage && { ...minimumWage, amount: Number(minimumWage.amount) },
    overtime: overtime && {
      weeklyHours: numberOf(overtime.weeklyHours),
      dailyHours: numberOf(overtime.dailyHours),
      premium: Number(overtime.premium),
    },
  };
}
