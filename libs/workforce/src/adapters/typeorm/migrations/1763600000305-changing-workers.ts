import { changeLog, changesNoted } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

const LOG = 'workforce.worker_changes';

/**
 * Workers change, and their feed tells it. Two workers may have been one person all along, entered twice: one of them
 * then leaves, and no longer counts where a person must be unique.
 */
export class ChangingWorkers1763600000305 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX workers_of_name ON workforce.workers (company_id, name_key, hire_date);
      CREATE UNIQUE INDEX workers_active_person ON workforce.workers (company_id, name_key, hire_date, document_key)
        NULLS NOT DISTINCT WHERE status <> 'inactive';
      ALTER TABLE workforce.workers DROP CONSTRAINT workers_company_id_name_key_hire_date_document_key_key;

      ${changeLog({ log: LOG, item: 'worker_id' })}
      ${changesNoted('workforce.workers', LOG)}

      -- What is there already was written before anybody could follow: it stands at the beginning.
      INSERT INTO ${LOG}
      SELECT company_id, worker_id, xid8 '0', pg_snapshot_xmin(pg_current_snapshot()), now() FROM workforce.workers;
    `);
  }
}
