import { tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export class SafetyTables1763600000900 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA safety;
      GRANT USAGE ON SCHEMA safety TO furrow_tenant, furrow_system;

      CREATE TABLE safety.rest_rules (
        company_id uuid NOT NULL,
        key text COLLATE "C" NOT NULL,
        project_id uuid NOT NULL,
        metric text NOT NULL CHECK (metric IN ('te', 'heat-index')),
        above float8 NOT NULL,
        rest_minutes integer NOT NULL CHECK (rest_minutes > 0),
        every_minutes integer NOT NULL CHECK (every_minutes > 0),
        source text,
        active boolean NOT NULL,
        PRIMARY KEY (company_id, key),
        FOREIGN KEY (company_id, project_id) REFERENCES agronomy.projects (company_id, project_id)
      );
      CREATE INDEX rest_rules_in_use ON safety.rest_rules (company_id) WHERE active;

      -- What was known when a rest was due, so that it can be shown later whatever has changed since.
      CREATE TABLE safety.rest_dues (
        company_id uuid NOT NULL,
        rest_due_id uuid NOT NULL,
        worker_id uuid NOT NULL,
        shift_id uuid NOT NULL,
        project_id uuid NOT NULL,
        worked_since timestamptz NOT NULL,
        due_at timestamptz NOT NULL,
        noted_at timestamptz NOT NULL,
        rule json NOT NULL,
        reading json NOT NULL,
        corrected_at timestamptz,
        PRIMARY KEY (company_id, rest_due_id),
        FOREIGN KEY (company_id, worker_id) REFERENCES workforce.workers,
        FOREIGN KEY (company_id, shift_id) REFERENCES workforce.shifts,
        FOREIGN KEY (company_id, project_id) REFERENCES agronomy.projects (company_id, project_id)
      );
      CREATE UNIQUE INDEX rest_due_once ON safety.rest_dues (company_id, worker_id, worked_since, (rule->>'key'))
        WHERE corrected_at IS NULL;
      CREATE INDEX rest_dues_listed ON safety.rest_dues (company_id, project_id, due_at);
      CREATE INDEX rest_dues_noted ON safety.rest_dues (company_id, noted_at) WHERE corrected_at IS NULL;

      ${tenantTable('safety.rest_rules', {
        tenant:
          'SELECT, INSERT, UPDATE (project_id, metric, above, rest_minutes, every_minutes, source, active)',
        system: 'SELECT',
      })}
      ${tenantTable('safety.rest_dues', { tenant: 'SELECT, INSERT, UPDATE (corrected_at)' })}
    `);
    await runner.query(audited('safety.rest_rules', { kind: 'rest_rule', key: 'key' }));
    await runner.query(
      audited('safety.rest_dues', {
        ...{ kind: 'rest_due', key: 'rest_due_id', within: 'item.worker_id', apart: true },
        ...{ added: `'rest.due'`, updated: `'rest.corrected'` },
      }),
    );
  }
}
