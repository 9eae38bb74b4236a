import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

export class Observations1763600000202 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row for each pest or disease that a record tells of, with what the record itself says beside it: reports
      -- join nothing. record_id is of the context that took the record in: opaque here, and no foreign key.
      CREATE TABLE agronomy.observations (
        company_id uuid NOT NULL,
        observation_id uuid NOT NULL,
        record_id uuid NOT NULL,
        variable_name text NOT NULL,
        variable_type text NOT NULL CHECK (variable_type IN ('pests', 'diseases')),
        name text NOT NULL,
        -- Null is "not assessed", which is not zero.
        value numeric CHECK (value >= 0),
        severity numeric CHECK (severity BETWEEN 0 AND 100),
        eppo_code text,
        threshold numeric,
        observed_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        author_id uuid NOT NULL,
        author_idp_id text NOT NULL,
        author_name text NOT NULL,
        project_id uuid,
        sector_id uuid,
        latitude float8,
        longitude float8,
        PRIMARY KEY (company_id, observation_id),
        UNIQUE (company_id, record_id, variable_name),
        FOREIGN KEY (company_id, author_id) REFERENCES access.users,
        FOREIGN KEY (company_id, project_id) REFERENCES agronomy.projects,
        FOREIGN KEY (company_id, project_id, sector_id)
          REFERENCES agronomy.sectors (company_id, project_id, sector_id),
        CHECK (sector_id IS NULL OR project_id IS NOT NULL)
      );
      CREATE INDEX observations_by_time ON agronomy.observations (company_id, observed_at);

      ${tenantTable('agronomy.observations', { tenant: 'SELECT, INSERT' })}
    `);
  }
}
