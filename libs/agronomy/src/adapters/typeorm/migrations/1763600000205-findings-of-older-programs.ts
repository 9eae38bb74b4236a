import type { QueryRunner } from 'typeorm';

/** The findings of each record in `rows` that was written without any. */
const withFindings = (rows: string) => `
  UPDATE agronomy.observations o SET pest_finding = f.of_pest, record_finding = f.of_record
    FROM (
      SELECT company_id, observation_id, max(record_finding) OVER record AS known,
             CASE row_number() OVER (pest ORDER BY observation_id) WHEN 1
               THEN CASE WHEN max(value) OVER pest > 0 THEN 2 ELSE sign(count(value) OVER pest) END END AS of_pest,
             CASE row_number() OVER (record ORDER BY observation_id) WHEN 1
               THEN CASE WHEN max(value) OVER record > 0 THEN 2 ELSE sign(count(value) OVER record) END END AS of_record
        FROM ${rows}
      WINDOW record AS (PARTITION BY company_id, record_id), pest AS (PARTITION BY company_id, record_id, name)
    ) AS f
   WHERE f.known IS NULL AND o.company_id = f.company_id AND o.observation_id = f.observation_id;`;

/**
 * A version of the service that does not know findings writes none, and reports would not count its records. The rows
 * of a record come in one statement, so a statement trigger derives the findings.
 */
export class FindingsOfOlderPrograms1763600000205 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Runs as the owner of the table: nobody else may change what was observed.
      CREATE FUNCTION agronomy.findings_worked_out() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = pg_catalog, pg_temp
        AS $$
        BEGIN
          IF EXISTS (SELECT FROM added GROUP BY company_id, record_id HAVING max(record_finding) IS NULL) THEN
            ${withFindings('added')}
          END IF;
          RETURN NULL;
        END $$;
      REVOKE ALL ON FUNCTION agronomy.findings_worked_out FROM PUBLIC;
      CREATE TRIGGER findings_worked_out AFTER INSERT ON agronomy.observations
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION agronomy.findings_worked_out();

      -- Those that were written while the columns were there and the trigger was not.
      ${withFindings('agronomy.observations')}
    `);
  }
}
