import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

export class WorkforceTables1763600000300 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA workforce;
      GRANT USAGE ON SCHEMA workforce TO furrow_tenant, furrow_system;

      CREATE TABLE workforce.options (
        company_id uuid NOT NULL REFERENCES access.companies,
        field text NOT NULL CHECK (field IN ('position', 'employment_type', 'status')),
        value text NOT NULL,
        active boolean NOT NULL,
        PRIMARY KEY (company_id, field, value)
      );

      -- name_key, document_key and search_text are folded by the service: unaccent is not immutable, and what is
      -- compared under row-level security has to be a plain column.
      CREATE TABLE workforce.workers (
        company_id uuid NOT NULL REFERENCES access.companies,
        worker_id uuid NOT NULL,
        code text NOT NULL,
        code_stem text NOT NULL,
        code_number integer NOT NULL CHECK (code_number > 0),
        first_name text NOT NULL,
        last_name text NOT NULL,
        full_name text NOT NULL,
        hire_date date NOT NULL,
        position text NOT NULL,
        employment_type text NOT NULL,
        status text NOT NULL,
        document_id text,
        phone text,
        email text,
        name_key text NOT NULL,
        document_key text,
        search_text text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, worker_id),
        UNIQUE (company_id, code),
        UNIQUE (company_id, code_stem, code_number),
        UNIQUE NULLS NOT DISTINCT (company_id, name_key, hire_date, document_key)
      );
      CREATE INDEX workers_newest ON workforce.workers (company_id, created_at DESC, worker_id DESC);

      ${tenantTable('workforce.options', { tenant: 'SELECT, INSERT, UPDATE' })}
      ${tenantTable('workforce.workers', { tenant: 'SELECT, INSERT, UPDATE' })}
    `);
  }
}
