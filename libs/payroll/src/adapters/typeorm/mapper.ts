import type { LocalDate } from '@furrow/kernel';
import {
  DEFAULT_TERMS,
  ManualLine,
  type ManualLineState,
  PayPolicy,
  policyKey,
  type PayPolicyState,
  type PayRateState,
  payRateKey,
  type PayResult,
  type PayRun,
  type PayRunId,
  type ProjectWageState,
  projectWageKey,
} from '../../domain/index.ts';
import {
  GroupPolicyRow,
  ManualLineRow,
  PayPolicyRow,
  PayRateRow,
  type PayRunRow,
  ProjectWageRow,
} from './rows.ts';

const minimumWageOf = ({
  minimumWage,
  minimumWagePer,
}: Pick<PayPolicyRow, 'minimumWage' | 'minimumWagePer'>) =>
  minimumWage === null || minimumWagePer === null ? null : { amount: minimumWage, per: minimumWagePer };

export function policyOf(row: PayPolicyRow | GroupPolicyRow): PayPolicy {
  return PayPolicy.restore({
    validFrom: row.validFrom as LocalDate,
    group: 'group' in row ? row.group : null,
    hourlyRate: row.hourlyRate,
    minimumWage: minimumWageOf(row),
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
    tiers: row.tiers,
  });
}

/** Whose it is, and whether it is in force. */
interface Standing {
  readonly companyId: string;
  readonly active: boolean;
}

function policyColumns({ companyId, active }: Standing, { state }: PayPolicy) {
  const { minimumWage, overtime, group: _, ...columns } = state;
  return {
    ...columns,
    ...{ companyId, active },
    minimumWage: minimumWage?.amount ?? null,
    minimumWagePer: minimumWage?.per ?? null,
    overtimeWeeklyHours: overtime?.weeklyHours ?? null,
    overtimeDailyHours: overtime?.dailyHours ?? null,
    overtimePremium: overtime?.premium ?? null,
  };
}

/** A policy of all workers. */
export const policyRowOf = (standing: Standing, policy: PayPolicy): PayPolicyRow =>
  Object.assign(new PayPolicyRow(), policyColumns(standing, policy));

export const groupPolicyRowOf = (standing: Standing, policy: PayPolicy): GroupPolicyRow =>
  Object.assign(new GroupPolicyRow(), {
    ...policyColumns(standing, policy),
    ...{ group: policy.state.group ?? '', policyKey: policyKey(policy.state) },
  });

export const rateOf = ({ validFrom, of, target, hourlyRate }: PayRateRow): PayRateState => ({
  ...{ validFrom: validFrom as LocalDate, of, target, hourlyRate },
});

export const rateRowOf = (standing: Standing, rate: PayRateState): PayRateRow =>
  Object.assign(new PayRateRow(), { ...rate, ...standing, rateKey: payRateKey(rate) });

export const wageOf = (row: ProjectWageRow): ProjectWageState => ({
  ...{ validFrom: row.validFrom as LocalDate, projectId: row.projectId, group: row.group },
  ...{ hourlyRate: row.hourlyRate, minimumWage: minimumWageOf(row) },
  nonproductiveRate: row.nonproductiveRate,
});

export const wageRowOf = (standing: Standing, { minimumWage, ...wage }: ProjectWageState): ProjectWageRow =>
  Object.assign(new ProjectWageRow(), {
    ...{ ...wage, ...standing, wageKey: projectWageKey(wage) },
    ...{ minimumWage: minimumWage?.amount ?? null, minimumWagePer: minimumWage?.per ?? null },
  });

export const lineStateOf = ({ companyId: _, ...row }: ManualLineRow): ManualLineState =>
  row as unknown as ManualLineState;

export const lineOf = (row: ManualLineRow): ManualLine => ManualLine.restore(lineStateOf(row));

export const lineRowOf = (companyId: string, { state }: ManualLine): ManualLineRow =>
  Object.assign(new ManualLineRow(), { ...state, companyId });

/** A result that was stored before policies had groups and tiers. */
export function resultOf<T extends Pick<PayResult, 'policy'>>(result: T): T {
  const defaults: Partial<PayPolicyState> = { ...DEFAULT_TERMS, group: null };
  return { ...result, policy: result.policy && { ...defaults, ...result.policy } };
}

export const runOf = (row: PayRunRow): PayRun => ({
  payRunId: row.payRunId as PayRunId,
  projectId: row.projectId,
  from: row.from as LocalDate,
  to: row.to as LocalDate,
  createdAt: row.createdAt,
  frozenAt: row.frozenAt,
  acknowledged: row.acknowledged ?? [],
  result: row.result && resultOf(row.result),
});
