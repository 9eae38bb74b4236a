import type { QueryRunner } from 'typeorm';

/**
 * Past readings get a partition per year, made on demand like the months: one payload with a reading of each month
 * since 2000 then makes a few dozen tables instead of hundreds. Existing months stay; each gap around them in a year
 * becomes one partition.
 */
export class YearsForThePast1763600000604 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- As before it runs as the owner of the tables, and makes each partition by itself before it attaches it.
      CREATE OR REPLACE FUNCTION telemetry.make_partitions(months date[]) RETURNS integer
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, YMD'
        AS $$
        DECLARE
          -- From the month before this one on, each month has its own.
          recent date := date_trunc('month', current_date) - interval '1 month';
          wanted date;
          first_day date;
          next_day date;
          last_month date;
          parent text;
          partition text;
          made integer := 0;
        BEGIN
          PERFORM pg_advisory_xact_lock(7236006);
          FOR wanted IN SELECT DISTINCT date_trunc('month', month)::date FROM unnest(months) AS month ORDER BY 1 LOOP
            IF wanted NOT BETWEEN date '2000-01-01' AND current_date + 400 THEN
              RAISE EXCEPTION 'No readings are kept of %', wanted USING ERRCODE = '22023';
            END IF;
            FOREACH parent IN ARRAY ARRAY['weather', 'plant'] LOOP
              first_day := CASE WHEN wanted < recent THEN date_trunc('year', wanted) ELSE wanted END;
              next_day := CASE WHEN wanted < recent THEN least(first_day + interval '1 year', recent)
                               ELSE wanted + interval '1 month' END;
              -- What of it is free around the month that is wanted; nothing where that is there.
              SELECT greatest(first_day, max(upper) FILTER (WHERE lower <= wanted)),
                     least(next_day, min(lower) FILTER (WHERE lower > wanted))
                INTO first_day, next_day
                FROM (SELECT (bounds[1]::timestamptz)::date AS lower, (bounds[2]::timestamptz)::date AS upper
                        FROM pg_inherits
                        JOIN pg_class ON pg_class.oid = inhrelid
                       CROSS JOIN LATERAL regexp_match(pg_get_expr(relpartbound, pg_class.oid),
                                                       $bound$FROM \\('([^']+)'\\) TO \\('([^']+)'\\)$bound$) AS bounds
                       WHERE inhparent = ('telemetry.' || parent)::regclass) AS there;
              CONTINUE WHEN wanted < first_day;

              last_month := next_day - interval '1 month';
              partition := parent || CASE
                WHEN last_month = first_day THEN to_char(first_day, '_YYYY_MM')
                WHEN next_day = first_day + interval '1 year' THEN to_char(first_day, '_YYYY')
                ELSE to_char(first_day, '_YYYY_MM') || to_char(last_month, '_to_MM') END;
              CONTINUE WHEN to_regclass('telemetry.' || partition) IS NOT NULL;
              EXECUTE format('CREATE TABLE telemetry.%I (LIKE telemetry.%I INCLUDING DEFAULTS INCLUDING GENERATED)',
                             partition, parent);
              EXECUTE format('ALTER TABLE telemetry.%I ENABLE ROW LEVEL SECURITY', partition);
              EXECUTE format('ALTER TABLE telemetry.%I ATTACH PARTITION telemetry.%I FOR VALUES FROM (%L) TO (%L)',
                             parent, partition, first_day || ' 00:00:00+00', next_day || ' 00:00:00+00');
              made := made + 1;
            END LOOP;
          END LOOP;
          RETURN made;
        END $$;
    `);
  }
}
