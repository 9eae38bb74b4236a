import type { QueryRunner } from 'typeorm';

export class RecordMediaObjects1763600000501 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A file that a record refers to cannot be removed, whoever tries.
      ALTER TABLE forms.record_media ADD CONSTRAINT record_media_object
        FOREIGN KEY (company_id, media_key) REFERENCES media.objects;
      CREATE INDEX record_media_by_key ON forms.record_media (company_id, media_key);
    `);
  }
}
