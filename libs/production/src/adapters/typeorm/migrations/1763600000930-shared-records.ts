import type { QueryRunner } from 'typeorm';

export class SharedRecords1763600000930 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A shared record has the parts of its workers in place of a worker, and so has its counter-movement. They stand in its
      -- row, because the foreign keys of a row for each would cost more than all else; the tally of each part has them.
      ALTER TABLE production.records
        ADD COLUMN shares jsonb, ALTER COLUMN worker_id DROP NOT NULL, ALTER COLUMN worker_name DROP NOT NULL,
        ADD CONSTRAINT of_one_worker_or_shared
          CHECK (num_nulls(worker_id, worker_name) = CASE WHEN shares IS NULL THEN 0 ELSE 2 END);
      CREATE INDEX shared_records ON production.records (company_id, session_id) WHERE shares IS NOT NULL;

      -- A shared record counts once in its session, and once for each of its workers: how many of the counts are further
      -- parts of records that are counted with their first part.
      ALTER TABLE production.tallies
        ADD COLUMN further_count integer NOT NULL DEFAULT 0, ADD COLUMN further_voided integer NOT NULL DEFAULT 0;
    `);
  }
}
