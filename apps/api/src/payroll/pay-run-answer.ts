import type { Pay, PayStatement } from '@furrow/payroll';
import { type PayPolicyState, type PayRun, TotalsOfStatements } from '@furrow/payroll/domain';
import { numberOf } from '../http/number-of.ts';

/** A run without its figures. */
export function headOf({ payRunId, from, to, projectId, createdAt, frozenAt }: PayRun) {
  return {
    ...{ payRunId, status: frozenAt === null ? 'draft' : 'frozen', from, to, projectId },
    ...{ createdAt: createdAt.toISOString(), frozenAt: frozenAt?.toISOString() ?? null },
  };
}

/**
 * A run with its figures as JSON text, in pieces.
 * @param withStatements false: everything except the statements
 */
export async function* payRunTexts(run: PayRun, pay: Pay, withStatements = true): AsyncGenerator<string> {
  const { currency, policy } = pay;
  // Sent before the figures are computed, so that the answer to a large request starts at once.
  yield JSON.stringify({ ...headOf(run), currency, policy: policy && policyAnswer(policy) }).slice(0, -1);
  const { flags, statements } = await pay.workOut();
  yield `,"flags":${JSON.stringify(flags)}`;
  if (!withStatements && run.result !== null) {
    yield `,"totals":${JSON.stringify(run.result.totals)}}`;
    return;
  }
  const totals = new TotalsOfStatements();
  let before = ',"statements":[';
  for await (const batch of statements) {
    totals.add(batch);
    // Also without statements, so that other requests are served in between.
    yield withStatements && batch.length > 0 ? before + JSON.stringify(batch).slice(1, -1) : '';
    if (batch.length > 0) before = ',';
  }
  const end = before === ',' ? ']' : `${before}]`;
  yield `${withStatements ? end : ''},"totals":${JSON.stringify(totals.value)}}`;
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
