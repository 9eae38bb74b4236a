import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

const PARENTS = `ARRAY['weather', 'whole_weather', 'plant']`;
const PARENTS_NOW = `ARRAY['weather', 'whole_weather', 'plant', 'soil']`;
const KINDS = `'weather', 'plant', 'irrigation'`;

/** What soil probes measure by depth, in partitions like weather. */
export class Soil1763600000609 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE telemetry.soil (
        company_id uuid NOT NULL,
        project_id uuid NOT NULL,
        sector_id uuid,
        ts timestamptz NOT NULL,
        depth float8 NOT NULL,
        moisture float8,
        temperature float8,
        ec float8,
        tension float8,
        device_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (company_id, device_id, ts, depth)
      ) PARTITION BY RANGE (ts);
      ${tenantTable('telemetry.soil', { tenant: 'SELECT', system: 'SELECT, INSERT' })}`);
    await limitKinds(runner, `${KINDS}, 'soil'`);
    await alterPartitions(runner, PARENTS, PARENTS_NOW);
    await runner.query(`
      SELECT telemetry.make_partitions(ARRAY(
        SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month')::date FROM generate_series(-1, 3) AS n))`);
  }
}

async function limitKinds(runner: QueryRunner, kinds: string): Promise<void> {
  await runner.query(`
    ALTER TABLE telemetry.sources DROP CONSTRAINT sources_kind_check;
    ALTER TABLE telemetry.sources ADD CONSTRAINT sources_kind_check CHECK (kind IN (${kinds}))`);
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
