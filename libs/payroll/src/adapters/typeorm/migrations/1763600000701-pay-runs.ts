import { tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export class PayRuns1763600000701 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payroll.runs (
        company_id uuid NOT NULL,
        pay_run_id uuid NOT NULL,
        project_id uuid,
        from_date date NOT NULL,
        to_date date NOT NULL CHECK (to_date >= from_date),
        created_at timestamptz NOT NULL,
        created_by uuid NOT NULL,
        frozen_at timestamptz,
        frozen_by uuid,
        -- What it came to when it was frozen, beside its statements.
        result jsonb,
        PRIMARY KEY (company_id, pay_run_id),
        FOREIGN KEY (company_id, project_id) REFERENCES agronomy.projects,
        FOREIGN KEY (company_id, created_by) REFERENCES access.users,
        FOREIGN KEY (company_id, frozen_by) REFERENCES access.users,
        CHECK (num_nulls(frozen_at, frozen_by, result) IN (0, 3))
      );
      CREATE INDEX runs_listed ON payroll.runs (company_id, from_date, pay_run_id);

      -- Of frozen runs.
      CREATE TABLE payroll.statements (
        company_id uuid NOT NULL,
        pay_run_id uuid NOT NULL,
        worker_id uuid NOT NULL,
        -- As it is told: json keeps the text.
        statement json NOT NULL,
        -- What it pays for the run's own days, and for those of runs it corrects, by run.
        paid numeric NOT NULL,
        corrections jsonb,
        PRIMARY KEY (company_id, pay_run_id, worker_id),
        FOREIGN KEY (company_id, pay_run_id) REFERENCES payroll.runs,
        FOREIGN KEY (company_id, worker_id) REFERENCES workforce.workers
      );
      CREATE INDEX corrections ON payroll.statements (company_id, pay_run_id) WHERE corrections IS NOT NULL;

      ${tenantTable('payroll.runs', {
        tenant: 'SELECT, INSERT, DELETE, UPDATE (frozen_at, frozen_by, result)',
      })}
      ${tenantTable('payroll.statements', { tenant: 'SELECT, INSERT' })}
    `);
    await runner.query(
      audited('payroll.runs', {
        kind: 'pay_run',
        key: 'pay_run_id',
        added: `'pay_run.opened'`,
        updated: `'pay_run.frozen'`,
        silent: ['result', 'frozen_by'],
      }),
    );
  }
}
