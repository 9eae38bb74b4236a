import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

const PARENTS = `ARRAY['weather', 'plant']`;
const PARENTS_NOW = `ARRAY['weather', 'whole_weather', 'plant']`;

/**
 * Readings with what few stations measure, in a table of their own: with a ninth column each row of weather would need a
 * second byte of null bitmap, which alignment makes 8.
 */
export class RainRadiationAndWetness1763600000605 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- For each row, weather has one with the same key, place, te, hr and wind, written in the same transaction. They
      -- are repeated, so that an indicator of all members reads one table.
      CREATE TABLE telemetry.whole_weather (
        company_id uuid NOT NULL,
        project_id uuid NOT NULL,
        sector_id uuid,
        ts timestamptz NOT NULL,
        te float8,
        hr float8,
        wind float8,
        rain float8,
        rad float8,
        par float8,
        wet float8,
        device_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (company_id, device_id, ts)
      ) PARTITION BY RANGE (ts);
      ${tenantTable('telemetry.whole_weather', { tenant: 'SELECT', system: 'SELECT, INSERT' })}

      -- Whether a source has sent weather that is not in whole_weather; true wherever that is not known.
      ALTER TABLE telemetry.sources ADD COLUMN sends_plain boolean NOT NULL DEFAULT true;
      GRANT UPDATE (sends_plain) ON telemetry.sources TO furrow_system;`);
    await alterPartitions(runner, PARENTS, PARENTS_NOW);
    await runner.query(`
      SELECT telemetry.make_partitions(ARRAY(
        SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month')::date FROM generate_series(-1, 3) AS n))`);
  }
}

/** The function that makes partitions stays as it is but for the list of tables. */
async function alterPartitions(runner: QueryRunner, before: string, after: string): Promise<void> {
  await runner.query(`
    DO $do$
    DECLARE
      definition text := pg_get_functiondef('telemetry.make_partitions(date[])'::regprocedure);
    BEGIN
      IF strpos(definition, $$${before}$$) = 0 THEN
        RAISE EXCEPTION 'telemetry.make_partitions does not name the tables';
      END IF;
      EXECUTE replace(definition, $$${before}$$, $$${after}$$);
    END $do$`);
}
