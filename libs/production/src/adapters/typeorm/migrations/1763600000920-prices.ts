import { tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export class Prices1763600000920 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The price of a unit from a local day on; what is null matches everything.
      CREATE TABLE production.prices (
        company_id uuid NOT NULL REFERENCES access.companies,
        -- Everything but the price in one column, for the audit trail.
        price_key text NOT NULL,
        valid_from date NOT NULL,
        project_id uuid,
        crop text,
        variety text,
        quality_id uuid,
        container text,
        unit text NOT NULL,
        price numeric NOT NULL CHECK (price >= 0),
        active boolean NOT NULL,
        changed_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, price_key),
        FOREIGN KEY (company_id, project_id) REFERENCES agronomy.projects,
        FOREIGN KEY (company_id, quality_id) REFERENCES production.qualities,
        FOREIGN KEY (company_id, container) REFERENCES production.containers
      );
      ${tenantTable('production.prices', { tenant: 'SELECT, INSERT, UPDATE' })}

      -- Whether prices decide what its records are worth; a session of before keeps the price that it has, and one
      -- without any follows prices, as the code says.
      ALTER TABLE production.sessions ADD COLUMN follows_prices boolean NOT NULL DEFAULT false;

      -- What a session's records in containers add up to, kept in the records' own transaction, beside their tallies.
      CREATE TABLE production.container_tallies (
        company_id uuid NOT NULL,
        session_id uuid NOT NULL,
        quality_id uuid,
        quality_slot uuid NOT NULL GENERATED ALWAYS AS (coalesce(quality_id, '00000000-0000-0000-0000-000000000000')) STORED,
        container text NOT NULL,
        units_added numeric NOT NULL,
        units_voided numeric NOT NULL,
        containers_added bigint NOT NULL,
        containers_voided bigint NOT NULL,
        record_count integer NOT NULL,
        voided_count integer NOT NULL,
        PRIMARY KEY (company_id, session_id, quality_slot, container),
        FOREIGN KEY (company_id, session_id) REFERENCES production.sessions,
        FOREIGN KEY (company_id, quality_id) REFERENCES production.qualities
      ) WITH (fillfactor = 70);
      ${tenantTable('production.container_tallies', { tenant: 'SELECT, INSERT, UPDATE' })}

      INSERT INTO production.container_tallies
        (company_id, session_id, quality_id, container, units_added, units_voided, containers_added, containers_voided,
         record_count, voided_count)
      SELECT company_id, session_id, quality_id, container, sum(units), coalesce(sum(units) FILTER (WHERE voided_at IS NOT NULL), 0),
             sum(container_count), coalesce(sum(container_count) FILTER (WHERE voided_at IS NOT NULL), 0),
             count(*), count(voided_at)
      FROM production.records WHERE container IS NOT NULL
      GROUP BY company_id, session_id, quality_id, container;
    `);
    await runner.query(
      audited('production.prices', { kind: 'price', key: 'price_key', silent: ['changed_at'] }),
    );
  }
}
