import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

/** How far each API token is in each change feed that it reads. */
export class FeedReads1763600000107 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE access.feed_reads (
        company_id uuid NOT NULL,
        token_id uuid NOT NULL,
        -- Feeds belong to contexts that stand above: their names are opaque here.
        feed text NOT NULL,
        read_at timestamptz NOT NULL,
        caught_up_at timestamptz,
        behind_since timestamptz,
        PRIMARY KEY (company_id, token_id, feed),
        FOREIGN KEY (company_id, token_id) REFERENCES access.api_tokens
      );
      ${tenantTable('access.feed_reads', {
        tenant: 'select',
        system: 'select, insert, update (read_at, caught_up_at, behind_since)',
      })}`);
  }
}
