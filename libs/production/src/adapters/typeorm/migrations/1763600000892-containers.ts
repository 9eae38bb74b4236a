import { tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export class Containers1763600000892 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE production.containers (
        company_id uuid NOT NULL REFERENCES access.companies,
        key text NOT NULL,
        name text NOT NULL,
        unit text NOT NULL,
        units numeric CHECK (units > 0),
        tare numeric CHECK (tare >= 0),
        min numeric CHECK (min >= 0),
        max numeric CHECK (max > 0),
        active boolean NOT NULL,
        PRIMARY KEY (company_id, key)
      );
      ${tenantTable('production.containers', { tenant: 'SELECT, INSERT, UPDATE' })}

      -- The containers of a record; the tare is that of one of them, as it was then.
      ALTER TABLE production.records
        ADD COLUMN container text, ADD COLUMN container_count integer, ADD COLUMN gross numeric, ADD COLUMN tare numeric;
    `);
    await runner.query(audited('production.containers', { kind: 'container', key: 'key' }));
  }
}
