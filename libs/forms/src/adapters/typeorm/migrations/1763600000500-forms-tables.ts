import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

export class FormsTables1763600000500 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA forms;
      GRANT USAGE ON SCHEMA forms TO furrow_tenant, furrow_system;

      CREATE TABLE forms.forms (
        company_id uuid NOT NULL REFERENCES access.companies,
        form_id uuid NOT NULL,
        key text NOT NULL,
        name text NOT NULL,
        type text NOT NULL CHECK (type IN ('monitoring', 'task')),
        subtype text,
        access_roles text[] NOT NULL,
        access_users text[] NOT NULL,
        version integer NOT NULL CHECK (version > 0),
        active boolean NOT NULL,
        PRIMARY KEY (company_id, form_id),
        UNIQUE (company_id, key)
      );

      -- Every version there has been: phones that update late still fill in an old one.
      CREATE TABLE forms.form_versions (
        company_id uuid NOT NULL,
        form_id uuid NOT NULL,
        version integer NOT NULL,
        fields json NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (company_id, form_id, version),
        FOREIGN KEY (company_id, form_id) REFERENCES forms.forms
      );
      ALTER TABLE forms.forms ADD FOREIGN KEY (company_id, form_id, version) REFERENCES forms.form_versions
        DEFERRABLE INITIALLY DEFERRED;

      CREATE TABLE forms.tasks (
        company_id uuid NOT NULL,
        task_id uuid NOT NULL,
        key text NOT NULL,
        form_id uuid NOT NULL,
        assignee_id uuid,
        project_id uuid,
        sector_id uuid,
        due_at timestamptz,
        status text NOT NULL CHECK (status IN ('open', 'done')),
        active boolean NOT NULL,
        PRIMARY KEY (company_id, task_id),
        UNIQUE (company_id, key),
        FOREIGN KEY (company_id, form_id) REFERENCES forms.forms,
        FOREIGN KEY (company_id, assignee_id) REFERENCES access.users,
        FOREIGN KEY (company_id, project_id) REFERENCES agronomy.projects,
        FOREIGN KEY (company_id, project_id, sector_id)
          REFERENCES agronomy.sectors (company_id, project_id, sector_id),
        CHECK (sector_id IS NULL OR project_id IS NOT NULL)
      );
      CREATE INDEX tasks_by_assignee ON forms.tasks (company_id, assignee_id, form_id) WHERE active;

      CREATE TABLE forms.records (
        company_id uuid NOT NULL,
        record_id uuid NOT NULL,
        form_id uuid NOT NULL,
        form_version integer NOT NULL,
        client_record_id text NOT NULL,
        recorded_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        created_by uuid NOT NULL,
        form_values jsonb NOT NULL,
        latitude float8 CHECK (latitude BETWEEN -90 AND 90),
        longitude float8 CHECK (longitude BETWEEN -180 AND 180),
        accuracy float8 CHECK (accuracy >= 0),
        location_source text NOT NULL CHECK (location_source IN ('gps', 'forced', 'none')),
        project_id uuid,
        sector_id uuid,
        task_id uuid,
        PRIMARY KEY (company_id, record_id),
        FOREIGN KEY (company_id, form_id, form_version) REFERENCES forms.form_versions,
        FOREIGN KEY (company_id, created_by) REFERENCES access.users,
        FOREIGN KEY (company_id, project_id, sector_id)
          REFERENCES agronomy.sectors (company_id, project_id, sector_id),
        FOREIGN KEY (company_id, task_id) REFERENCES forms.tasks,
        CHECK (num_nulls(latitude, longitude) IN (0, 2) AND (accuracy IS NULL OR latitude IS NOT NULL)),
        CHECK (num_nulls(project_id, sector_id) = CASE location_source WHEN 'none' THEN 2 ELSE 0 END),
        CHECK (location_source <> 'gps' OR latitude IS NOT NULL)
      );
      -- Of a record sent many times at once exactly one is kept.
      CREATE UNIQUE INDEX record_client_record_id ON forms.records (company_id, created_by, client_record_id);

      CREATE TABLE forms.record_media (
        company_id uuid NOT NULL,
        record_id uuid NOT NULL,
        position smallint NOT NULL,
        field text NOT NULL,
        sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        media_key text NOT NULL,
        PRIMARY KEY (company_id, record_id, position),
        FOREIGN KEY (company_id, record_id) REFERENCES forms.records
      );

      ${tenantTable('forms.forms', { tenant: 'SELECT, INSERT, UPDATE' })}
      ${tenantTable('forms.form_versions', { tenant: 'SELECT, INSERT' })}
      ${tenantTable('forms.tasks', { tenant: 'SELECT, INSERT, UPDATE' })}
      ${tenantTable('forms.records', { tenant: 'SELECT, INSERT' })}
      ${tenantTable('forms.record_media', { tenant: 'SELECT, INSERT' })}
    `);
  }
}
