import type { QueryRunner } from 'typeorm';

/**
 * Monthly partitions, made by whichever process needs one. There is no default partition, because one that holds rows
 * of a month prevents that month from getting its own.
 */
export class MonthlyPartitions1763600000601 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Runs as the owner of the tables. A partition is made by itself and then attached, which stops neither readers
      -- nor writers of its parent; nobody is granted anything on it, for the parent's policies do not cover it.
      CREATE FUNCTION telemetry.make_partitions(months date[]) RETURNS integer
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC'
        AS $$
        DECLARE
          first_day date;
          parent text;
          partition text;
          made integer := 0;
        BEGIN
          PERFORM pg_advisory_xact_lock(7236006);
          FOR first_day IN SELECT DISTINCT date_trunc('month', month)::date FROM unnest(months) AS month ORDER BY 1 LOOP
            IF first_day NOT BETWEEN date '2000-01-01' AND current_date + 400 THEN
              RAISE EXCEPTION 'No readings are kept of %', first_day USING ERRCODE = '22023';
            END IF;
            FOREACH parent IN ARRAY ARRAY['weather', 'plant'] LOOP
              partition := parent || to_char(first_day, '_YYYY_MM');
              CONTINUE WHEN to_regclass('telemetry.' || partition) IS NOT NULL;
              EXECUTE format('CREATE TABLE telemetry.%I (LIKE telemetry.%I INCLUDING DEFAULTS INCLUDING GENERATED)',
                             partition, parent);
              EXECUTE format('ALTER TABLE telemetry.%I ENABLE ROW LEVEL SECURITY', partition);
              EXECUTE format('ALTER TABLE telemetry.%I ATTACH PARTITION telemetry.%I FOR VALUES FROM (%L) TO (%L)',
                             parent, partition, first_day || ' 00:00:00+00',
                             (first_day + interval '1 month')::date || ' 00:00:00+00');
              made := made + 1;
            END LOOP;
          END LOOP;
          RETURN made;
        END $$;
      REVOKE ALL ON FUNCTION telemetry.make_partitions FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION telemetry.make_partitions TO furrow_system;

      SELECT telemetry.make_partitions(ARRAY(
        SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month')::date FROM generate_series(-1, 3) AS n));
    `);
  }
}
