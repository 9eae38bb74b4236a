import type { LocalDate } from '@furrow/kernel';
import { PayPolicy, type PayRun, type PayRunId } from '../../domain/index.ts';
import { PayPolicyRow, type PayRunRow } from './rows.ts';

export function policyOf(row: PayPolicyRow): PayPolicy {
  return PayPolicy.restore({
    validFrom: row.validFrom as LocalDate,
    hourlyRate: row.hourlyRate,
    minimumWage:
      row.minimumWage === null || row.minimumWagePer === null
        ? null
        : { amount: row.minimumWage, per: row.minimumWagePer },
    minimumWageBasis: row.minimumWageBasis,
    nonproductiveRate: row.nonproductiveRate,
    restBreaks: row.restBreaks,
    overtime:
      row.overtimePremium === null
        ? null
        : {
            weeklyHours: row.overtimeWeeklyHours,
            dailyHours: row.overtimeDailyHours,
            premium: row.overtimePremium,
          },
    workweekStartsOn: row.workweekStartsOn,
    fixedBonus: row.fixedBonus,
  });
}

/** A policy in force. */
export function policyRowOf(companyId: string, { state }: PayPolicy): PayPolicyRow {
  const { minimumWage, overtime, ...columns } = state;
  return Object.assign(new PayPolicyRow(), {
    ...columns,
    companyId,
    minimumWage: minimumWage?.amount ?? null,
    minimumWagePer: minimumWage?.per ?? null,
    overtimeWeeklyHours: overtime?.weeklyHours ?? null,
    overtimeDailyHours: overtime?.dailyHours ?? null,
    overtimePremium: overtime?.premium ?? null,
    active: true,
  });
}

export const runOf = (row: PayRunRow): PayRun => ({
  payRunId: row.payRunId as PayRunId,
  projectId: row.projectId,
  from: row.from as LocalDate,
  to: row.to as LocalDate,
  createdAt: row.createdAt,
  frozenAt: row.frozenAt,
  acknowledged: row.acknowledged ?? [],
  result: row.result,
});
