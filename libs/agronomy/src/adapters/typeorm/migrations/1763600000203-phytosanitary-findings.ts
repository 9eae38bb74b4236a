import type { QueryRunner } from 'typeorm';

export class PhytosanitaryFindings1763600000203 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- 0 not assessed, 1 assessed and absent, 2 present. One row of a record stands for what it found of each pest,
      -- and one of these for all of its pests; the others are null. Counting rows then counts records, in one scan and
      -- without DISTINCT. Rows never change, so neither does what they stand for.
      ALTER TABLE agronomy.observations
        ADD COLUMN pest_finding smallint CHECK (pest_finding BETWEEN 0 AND 2),
        ADD COLUMN record_finding smallint CHECK (record_finding BETWEEN 0 AND 2);
      UPDATE agronomy.observations o SET pest_finding = f.of_pest, record_finding = f.of_record
        FROM (
          SELECT company_id, observation_id,
                 CASE row_number() OVER (pest ORDER BY observation_id) WHEN 1
                   THEN CASE WHEN max(value) OVER pest > 0 THEN 2 ELSE sign(count(value) OVER pest) END END AS of_pest,
                 CASE row_number() OVER (record ORDER BY observation_id) WHEN 1
                   THEN CASE WHEN max(value) OVER record > 0 THEN 2 ELSE sign(count(value) OVER record) END END AS of_record
            FROM agronomy.observations
          WINDOW record AS (PARTITION BY company_id, record_id), pest AS (PARTITION BY company_id, record_id, name)
        ) AS f
       WHERE o.company_id = f.company_id AND o.observation_id = f.observation_id;
    `);
  }
}
