import type { QueryRunner } from 'typeorm';

export class WorkerPhotosAndSearch1763600000301 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A photo that a worker refers to cannot be removed, whoever tries.
      ALTER TABLE workforce.workers ADD photo_key text,
        ADD FOREIGN KEY (company_id, photo_key) REFERENCES media.objects;
      CREATE INDEX workers_photo ON workforce.workers (company_id, photo_key) WHERE photo_key IS NOT NULL;

      -- Name and code stand on a line each, so that nothing is found that reaches over both.
      UPDATE workforce.workers SET search_text = regexp_replace(search_text, ' (\\S+)$', E'\\n\\\\1');

      -- A list and a search read one company's stretch of this index and nothing else: under row-level security
      -- no index could serve a search for text anywhere in a name, and none is needed for ten thousand of them.
      DROP INDEX workforce.workers_newest;
      CREATE INDEX workers_listed ON workforce.workers (company_id, created_at DESC, worker_id DESC)
        INCLUDE (search_text, status, position, employment_type);
      -- It serves alone only while most pages are known to be visible, also right after many were hired.
      ALTER TABLE workforce.workers SET (autovacuum_vacuum_insert_scale_factor = 0.005,
        autovacuum_vacuum_scale_factor = 0.01);
    `);
  }
}
