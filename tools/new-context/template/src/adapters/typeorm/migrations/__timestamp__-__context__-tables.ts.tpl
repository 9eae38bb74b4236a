import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

export class {{Context}}Tables{{timestamp}} {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA {{schema}};
      GRANT USAGE ON SCHEMA {{schema}} TO furrow_tenant;

      CREATE TABLE {{schema}}.{{table}} (
        company_id uuid NOT NULL REFERENCES access.companies,
        {{objectSnake}}_id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, {{objectSnake}}_id),
        UNIQUE (company_id, name_key)
      );

      ${tenantTable('{{schema}}.{{table}}', { tenant: 'SELECT, INSERT' })}
    `);
  }
}
