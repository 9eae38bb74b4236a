import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Acknowledgement, ListedResult, MinimumWage, PayResult, PayTerms } from '../../domain/index.ts';

/** Amounts are decimal text, as PostgreSQL writes a numeric. */
@Entity({ schema: 'payroll', name: 'policies' })
export class PayPolicyRow {
  @PrimaryColumn('uuid', { name: 'company_id' })
  companyId: string;

  @PrimaryColumn('date', { name: 'valid_from' })
  validFrom: string;

  @Column('numeric', { name: 'hourly_rate', nullable: true })
  hourlyRate: string | null;

  @Column('numeric', { name: 'minimum_wage', nullable: true })
  minimumWage: string | null;

  @Column('text', { name: 'minimum_wage_per', nullable: true })
  minimumWagePer: MinimumWage['per'] | null;

  @Column('text', { name: 'minimum_wage_basis' })
  minimumWageBasis: PayTerms['minimumWageBasis'];

  @Column('numeric', { name: 'nonproductive_rate', nullable: true })
  nonproductiveRate: string | null;

  @Column('text', { name: 'rest_breaks' })
  restBreaks: PayTerms['restBreaks'];

  @Column('numeric', { name: 'overtime_weekly_hours', nullable: true })
  overtimeWeeklyHours: string | null;

  @Column('numeric', { name: 'overtime_daily_hours', nullable: true })
  overtimeDailyHours: string | null;

  /** Null where hours beyond a limit are paid as any others. */
  @Column('numeric', { name: 'overtime_premium', nullable: true })
  overtimePremium: string | null;

  @Column('text', { name: 'workweek_starts_on' })
  workweekStartsOn: string;

  @Column('text', { name: 'fixed_bonus' })
  fixedBonus: PayTerms['fixedBonus'];

  @Column('boolean')
  active: boolean;
}

@Entity({ schema: 'payroll', name: 'runs' })
export class PayRunRow {
  @PrimaryColumn('uuid', { name: 'company_id' })
  companyId: string;

  @PrimaryColumn('uuid', { name: 'pay_run_id' })
  payRunId: string;

  @Column('uuid', { name: 'project_id', nullable: true })
  projectId: string | null;

  @Column('date', { name: 'from_date' })
  from: string;

  @Column('date', { name: 'to_date' })
  to: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('uuid', { name: 'created_by' })
  createdBy: string;

  @Column('timestamptz', { name: 'frozen_at', nullable: true })
  frozenAt: Date | null;

  @Column('uuid', { name: 'frozen_by', nullable: true })
  frozenBy: string | null;

  /** Its figures when it was frozen, besides its statements. */
  @Column('jsonb', { nullable: true })
  result: PayResult | null;

  /** Null: nothing. */
  @Column('jsonb', { nullable: true })
  acknowledged: readonly Acknowledgement[] | null;

  /** When the figures that lists show of a draft were calculated. */
  @Column('timestamptz', { name: 'calculated_at', nullable: true })
  calculatedAt: Date | null;

  @Column('jsonb', { nullable: true })
  listed: ListedResult | null;
}

@Entity({ schema: 'payroll', name: 'receipts' })
export class ReceiptRow {
  @PrimaryColumn('uuid', { name: 'company_id' })
  companyId: string;

  @PrimaryColumn('uuid', { name: 'receipt_id' })
  receiptId: string;

  @Column('uuid', { name: 'worker_id' })
  workerId: string;

  @Column('integer')
  days: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('uuid', { name: 'created_by' })
  createdBy: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;
}

export const payrollRows = [PayPolicyRow, PayRunRow, ReceiptRow];
