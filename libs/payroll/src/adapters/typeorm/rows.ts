import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  Acknowledgement,
  ListedResult,
  MinimumWage,
  PayRateState,
  PayResult,
  PayTerms,
  WageState,
} from '../../domain/index.ts';

/** Amounts are decimal text, as PostgreSQL writes a numeric. */
abstract class PolicyColumns {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @Column('numeric', { name: 'hourly_rate', nullable: true }) hourlyRate: string | null;
  @Column('numeric', { name: 'minimum_wage', nullable: true }) minimumWage: string | null;
  @Column('text', { name: 'minimum_wage_per', nullable: true }) minimumWagePer: MinimumWage['per'] | null;
  @Column('text', { name: 'minimum_wage_basis' }) minimumWageBasis: PayTerms['minimumWageBasis'];
  @Column('numeric', { name: 'nonproductive_rate', nullable: true }) nonproductiveRate: string | null;
  @Column('text', { name: 'rest_breaks' }) restBreaks: PayTerms['restBreaks'];
  @Column('numeric', { name: 'overtime_weekly_hours', nullable: true }) overtimeWeeklyHours: string | null;
  @Column('numeric', { name: 'overtime_daily_hours', nullable: true }) overtimeDailyHours: string | null;
  /** Null where hours beyond a limit are paid as any others. */
  @Column('numeric', { name: 'overtime_premium', nullable: true }) overtimePremium: string | null;
  @Column('text', { name: 'workweek_starts_on' }) workweekStartsOn: string;
  @Column('text', { name: 'fixed_bonus' }) fixedBonus: PayTerms['fixedBonus'];
  @Column('jsonb') tiers: PayTerms['tiers'];
  @Column('boolean') active: boolean;
}

@Entity({ schema: 'payroll', name: 'policies' })
export class PayPolicyRow extends PolicyColumns {
  @PrimaryColumn('date', { name: 'valid_from' }) validFrom: string;
}

@Entity({ schema: 'payroll', name: 'group_policies' })
export class GroupPolicyRow extends PolicyColumns {
  @PrimaryColumn('text', { name: 'policy_key' }) policyKey: string;
  @Column('date', { name: 'valid_from' }) validFrom: string;
  @Column('text', { name: 'worker_group' }) group: string;
}

@Entity({ schema: 'payroll', name: 'rates' })
export class PayRateRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('text', { name: 'rate_key' }) rateKey: string;
  @Column('date', { name: 'valid_from' }) validFrom: string;
  @Column('text', { name: 'rate_of' }) of: PayRateState['of'];
  @Column('text') target: string;
  @Column('numeric', { name: 'hourly_rate', nullable: true }) hourlyRate: string | null;
  @Column('boolean') active: boolean;
}

@Entity({ schema: 'payroll', name: 'project_wages' })
export class ProjectWageRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('text', { name: 'wage_key' }) wageKey: string;
  @Column('date', { name: 'valid_from' }) validFrom: string;
  @Column('uuid', { name: 'project_id' }) projectId: string;
  @Column('text', { name: 'worker_group', nullable: true }) group: string | null;
  @Column('numeric', { name: 'hourly_rate', nullable: true }) hourlyRate: string | null;
  @Column('numeric', { name: 'minimum_wage', nullable: true }) minimumWage: string | null;
  @Column('text', { name: 'minimum_wage_per', nullable: true }) minimumWagePer: MinimumWage['per'] | null;
  @Column('numeric', { name: 'nonproductive_rate', nullable: true }) nonproductiveRate: string | null;
  @Column('boolean') active: boolean;
}

@Entity({ schema: 'payroll', name: 'lines' })
export class ManualLineRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'pay_line_id' }) payLineId: string;
  @Column('uuid', { name: 'worker_id' }) workerId: string;
  @Column('date') day: string;
  @Column('numeric') amount: string;
  @Column('text') reason: string;
  @Column('boolean', { name: 'in_regular_rate' }) inRegularRate: boolean;
  @Column('text', { name: 'client_event_id' }) clientEventId: string;
  @Column('uuid', { name: 'created_by' }) createdBy: string;
  @Column('text', { name: 'created_by_idp_id' }) createdByIdpId: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'voided_at', nullable: true }) voidedAt: Date | null;
  @Column('uuid', { name: 'voids_line_id', nullable: true }) voidsLineId: string | null;
  @Column('uuid', { name: 'pay_run_id', nullable: true }) payRunId: string | null;
}

@Entity({ schema: 'payroll', name: 'runs' })
export class PayRunRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'pay_run_id' }) payRunId: string;
  @Column('uuid', { name: 'project_id', nullable: true }) projectId: string | null;
  @Column('date', { name: 'from_date' }) from: string;
  @Column('date', { name: 'to_date' }) to: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('uuid', { name: 'created_by' }) createdBy: string;
  @Column('timestamptz', { name: 'frozen_at', nullable: true }) frozenAt: Date | null;
  @Column('uuid', { name: 'frozen_by', nullable: true }) frozenBy: string | null;
  /** Its figures when it was frozen, besides its statements. */
  @Column('jsonb', { nullable: true }) result: PayResult | null;
  /** How it pays, if it was frozen by a version that has more than a policy. */
  @Column('jsonb', { nullable: true }) wages: WageState | null;
  /** Null: nothing. */
  @Column('jsonb', { nullable: true }) acknowledged: readonly Acknowledgement[] | null;
  /** When the figures that lists show of a draft were calculated. */
  @Column('timestamptz', { name: 'calculated_at', nullable: true }) calculatedAt: Date | null;
  @Column('jsonb', { nullable: true }) listed: ListedResult | null;
}

@Entity({ schema: 'payroll', name: 'receipts' })
export class ReceiptRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'receipt_id' }) receiptId: string;
  @Column('uuid', { name: 'worker_id' }) workerId: string;
  @Column('integer') days: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('uuid', { name: 'created_by' }) createdBy: string;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt: Date | null;
}

// oxfmt-ignore
export const payrollRows = [PayPolicyRow, GroupPolicyRow, PayRateRow, ProjectWageRow, ManualLineRow, PayRunRow, ReceiptRow];

/** Of an upsert: a row that says the same already is not written. */
export const unlessSame = (conflictPaths: string[]) => ({
  ...{ conflictPaths, skipUpdateIfNoValuesChanged: true },
});
