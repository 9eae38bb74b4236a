import { sumOf } from '@furrow/payroll';
import { Fraction, type PayPolicyState, type PayResult, type PayRun } from '@furrow/payroll/domain';
import { numberOf } from '../http/number-of.ts';

/** A run without what it comes to. */
export function listedRun({ payRunId, from, to, projectId, createdAt, frozenAt }: PayRun) {
  return {
    ...{ payRunId, status: frozenAt === null ? 'draft' : 'frozen', from, to, projectId },
    ...{ createdAt: createdAt.toISOString(), frozenAt: frozenAt?.toISOString() ?? null },
  };
}

export function payRunAnswer(run: PayRun & { readonly result: PayResult }) {
  const { currency, policy, flags, statements } = run.result;
  const sum = (values: readonly number[]) =>
    Fraction.sum(values.map((value) => Fraction.of(value.toFixed(6)))).toNumber(6);
  return {
    ...listedRun(run),
    ...{ currency, policy: policy && policyAnswer(policy), flags, statements },
    totals: {
      workers: statements.length,
      hours: sum(statements.map(({ hours }) => hours.total)),
      units: sum(statements.map(({ units }) => units)),
      gross: sumOf(statements.map(({ gross }) => gross)),
    },
  };
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
