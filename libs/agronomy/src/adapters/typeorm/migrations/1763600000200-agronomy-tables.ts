import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

export class AgronomyTables1763600000200 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA agronomy;
      GRANT USAGE ON SCHEMA agronomy TO furrow_tenant, furrow_system;

      CREATE TABLE agronomy.projects (
        company_id uuid NOT NULL REFERENCES access.companies,
        project_id uuid NOT NULL,
        key text NOT NULL,
        name text NOT NULL,
        timezone text NOT NULL,
        sampling_unit text,
        price_per_unit numeric CHECK (price_per_unit >= 0),
        max_duration_hours smallint NOT NULL CHECK (max_duration_hours BETWEEN 1 AND 24),
        sync_grace_hours smallint NOT NULL CHECK (sync_grace_hours BETWEEN 0 AND 168),
        status text NOT NULL CHECK (status IN ('active', 'inactive')),
        PRIMARY KEY (company_id, project_id),
        UNIQUE (company_id, key)
      );

      -- The bounding box stands in columns of its own: under row-level security an index serves comparisons,
      -- but neither geometry nor jsonb operators.
      CREATE TABLE agronomy.sectors (
        company_id uuid NOT NULL,
        sector_id uuid NOT NULL,
        project_id uuid NOT NULL,
        key text NOT NULL,
        name text NOT NULL,
        crop text,
        variety text,
        boundary jsonb,
        west float8,
        south float8,
        east float8,
        north float8,
        status text NOT NULL CHECK (status IN ('active', 'inactive')),
        PRIMARY KEY (company_id, sector_id),
        FOREIGN KEY (company_id, project_id) REFERENCES agronomy.projects,
        UNIQUE (company_id, project_id, key),
        UNIQUE (company_id, project_id, sector_id),
        CHECK (num_nonnulls(boundary, west, south, east, north) IN (0, 5))
      );

      ${tenantTable('agronomy.projects', { tenant: 'SELECT, INSERT, UPDATE' })}
      ${tenantTable('agronomy.sectors', { tenant: 'SELECT, INSERT, UPDATE' })}
    `);
  }
}
