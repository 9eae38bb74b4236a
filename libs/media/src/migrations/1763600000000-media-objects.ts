import type { QueryRunner } from 'typeorm';
import { tenantTable } from '@furrow/database';

export class MediaObjects1763600000000 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA media;
      GRANT USAGE ON SCHEMA media TO furrow_tenant, furrow_system;

      -- Whatever is on the disk or in the bucket has its row here first, so that nothing there is ever unknown.
      -- No reference to the company: contexts stand above this one, and refer to it.
      CREATE TABLE media.objects (
        company_id uuid NOT NULL,
        key text NOT NULL CHECK (starts_with(key, company_id::text || '/')),
        mime_type text NOT NULL,
        bytes integer NOT NULL CHECK (bytes > 0),
        created_at timestamptz NOT NULL,
        kept boolean NOT NULL DEFAULT false,
        -- About to be removed: nobody may keep it any more.
        condemned boolean NOT NULL DEFAULT false CHECK (NOT (kept AND condemned)),
        PRIMARY KEY (company_id, key)
      );
      CREATE INDEX objects_not_kept ON media.objects (created_at) WHERE NOT kept;

      ${tenantTable('media.objects', { tenant: 'SELECT, INSERT, UPDATE (kept, condemned), DELETE' })}
      -- What is kept stays, whatever a defect of ours may try.
      CREATE POLICY kept_stays ON media.objects AS RESTRICTIVE FOR DELETE TO furrow_tenant USING (NOT kept);

      -- The sweep sees what nobody has kept, and nothing else.
      GRANT SELECT, UPDATE (condemned), DELETE ON media.objects TO furrow_system;
      CREATE POLICY sweep ON media.objects TO furrow_system USING (NOT kept) WITH CHECK (NOT kept);
    `);
  }
}
