import { tenantTable } from '@furrow/database';
import { audited, auditedAs } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

const RUNS = {
  ...{ kind: 'pay_run', key: 'pay_run_id', added: `'pay_run.opened'`, updated: `'pay_run.frozen'` },
  silent: ['result', 'frozen_by', 'calculated_at', 'listed'],
};

export class RatesAndGroups1763600000891 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payroll.policies ADD COLUMN tiers jsonb NOT NULL DEFAULT '[]';
      -- How a frozen run pays besides its policy: rates, project wages, policies of groups, workers' groups.
      ALTER TABLE payroll.runs ADD COLUMN wages jsonb;
      GRANT UPDATE (wages) ON payroll.runs TO furrow_tenant;

      -- Apart from payroll.policies, because the version before takes each of those for the policy of all workers.
      CREATE TABLE payroll.group_policies (
        LIKE payroll.policies INCLUDING CONSTRAINTS INCLUDING DEFAULTS,
        worker_group text NOT NULL,
        -- The key of an item of the farm file in one column, here and below, for the audit trail.
        policy_key text NOT NULL,
        PRIMARY KEY (company_id, policy_key)
      );

      CREATE TABLE payroll.rates (
        company_id uuid NOT NULL REFERENCES access.companies,
        rate_key text NOT NULL,
        valid_from date NOT NULL,
        rate_of text NOT NULL CHECK (rate_of IN ('worker', 'position', 'group')),
        target text NOT NULL,
        hourly_rate numeric CHECK (hourly_rate >= 0),
        active boolean NOT NULL,
        PRIMARY KEY (company_id, rate_key)
      );

      CREATE TABLE payroll.project_wages (
        company_id uuid NOT NULL,
        wage_key text NOT NULL,
        valid_from date NOT NULL,
        project_id uuid NOT NULL,
        worker_group text,
        hourly_rate numeric CHECK (hourly_rate >= 0),
        minimum_wage numeric CHECK (minimum_wage >= 0),
        minimum_wage_per text CHECK (minimum_wage_per IN ('hour', 'day')),
        nonproductive_rate numeric CHECK (nonproductive_rate >= 0),
        active boolean NOT NULL,
        PRIMARY KEY (company_id, wage_key),
        FOREIGN KEY (company_id, project_id) REFERENCES agronomy.projects,
        CHECK ((minimum_wage IS NULL) = (minimum_wage_per IS NULL))
      );

      CREATE TABLE payroll.lines (
        company_id uuid NOT NULL,
        pay_line_id uuid NOT NULL,
        worker_id uuid NOT NULL,
        day date NOT NULL,
        amount numeric NOT NULL CHECK (amount <> 0),
        reason text NOT NULL,
        in_regular_rate boolean NOT NULL,
        client_event_id text NOT NULL,
        created_by uuid NOT NULL,
        created_by_idp_id text NOT NULL,
        created_at timestamptz NOT NULL,
        voided_at timestamptz,
        -- Of a counter-movement.
        voids_line_id uuid,
        -- The frozen run that has paid it.
        pay_run_id uuid,
        PRIMARY KEY (company_id, pay_line_id),
        FOREIGN KEY (company_id, worker_id) REFERENCES workforce.workers,
        FOREIGN KEY (company_id, created_by) REFERENCES access.users,
        FOREIGN KEY (company_id, voids_line_id) REFERENCES payroll.lines,
        FOREIGN KEY (company_id, pay_run_id) REFERENCES payroll.runs
      );
      CREATE UNIQUE INDEX line_client_event_id ON payroll.lines (company_id, created_by, client_event_id);
      CREATE UNIQUE INDEX one_counter_of_a_line ON payroll.lines (company_id, voids_line_id) WHERE voids_line_id IS NOT NULL;
      CREATE INDEX lines_listed ON payroll.lines (company_id, day, pay_line_id);
      CREATE INDEX lines_unpaid ON payroll.lines (company_id, day) WHERE pay_run_id IS NULL;
      CREATE INDEX lines_paid ON payroll.lines (company_id, pay_run_id) WHERE pay_run_id IS NOT NULL;
      CREATE INDEX lines_in_regular_rate ON payroll.lines (company_id, day) WHERE in_regular_rate;

      ${['group_policies', 'rates', 'project_wages'].map((table) => tenantTable(`payroll.${table}`, { tenant: 'SELECT, INSERT, UPDATE' })).join('\n')}
      ${tenantTable('payroll.lines', { tenant: 'SELECT, INSERT, UPDATE (voided_at, pay_run_id)' })}
    `);
    await runner.query(audited('payroll.group_policies', { kind: 'pay_policy', key: 'policy_key' }));
    await runner.query(audited('payroll.rates', { kind: 'pay_rate', key: 'rate_key' }));
    await runner.query(audited('payroll.project_wages', { kind: 'project_wage', key: 'wage_key' }));
    await runner.query(
      audited('payroll.lines', {
        ...{ kind: 'pay_line', key: 'pay_line_id', within: 'item.worker_id', silent: ['pay_run_id'] },
        added: `CASE WHEN item.voids_line_id IS NULL THEN 'pay_line.added' ELSE 'pay_line.countered' END`,
        updated: `'pay_line.voided'`,
      }),
    );
    await runner.query(auditedAs('payroll.runs', { ...RUNS, silent: [...RUNS.silent, 'wages'] }));
  }
}
