import { tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export class PayPolicies1763600000700 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA payroll;
      GRANT USAGE ON SCHEMA payroll TO furrow_tenant;

      CREATE TABLE payroll.policies (
        company_id uuid NOT NULL REFERENCES access.companies,
        valid_from date NOT NULL,
        hourly_rate numeric CHECK (hourly_rate >= 0),
        minimum_wage numeric CHECK (minimum_wage >= 0),
        minimum_wage_per text CHECK (minimum_wage_per IN ('hour', 'day')),
        minimum_wage_basis text NOT NULL CHECK (minimum_wage_basis IN ('shift', 'day', 'workweek', 'period')),
        nonproductive_rate numeric CHECK (nonproductive_rate >= 0),
        rest_breaks text NOT NULL CHECK (rest_breaks IN ('none', 'average')),
        overtime_weekly_hours numeric CHECK (overtime_weekly_hours >= 0),
        overtime_daily_hours numeric CHECK (overtime_daily_hours >= 0),
        -- Null where hours beyond a limit are paid as any others.
        overtime_premium numeric CHECK (overtime_premium >= 0),
        workweek_starts_on text NOT NULL,
        fixed_bonus text NOT NULL CHECK (fixed_bonus IN ('equal', 'by_units')),
        active boolean NOT NULL DEFAULT true,
        PRIMARY KEY (company_id, valid_from),
        CHECK ((minimum_wage IS NULL) = (minimum_wage_per IS NULL)),
        CHECK ((overtime_premium IS NULL) = (num_nonnulls(overtime_weekly_hours, overtime_daily_hours) = 0))
      );

      ${tenantTable('payroll.policies', { tenant: 'SELECT, INSERT, UPDATE' })}
    `);
    await runner.query(audited('payroll.policies', { kind: 'pay_policy', key: 'valid_from' }));
  }
}
