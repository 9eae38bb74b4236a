import type { QueryRunner } from 'typeorm';

const OWN = `company_id = nullif(current_setting('furrow.company_id', true), '')::uuid`;

/** A Citus makes restrictive policies permissive on its shards, so the condition stands in the policy of each command. */
export class KeptStays1763600000950 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP POLICY kept_stays ON media.objects;
      DROP POLICY tenant ON media.objects;
      CREATE POLICY tenant ON media.objects FOR SELECT TO furrow_tenant USING (${OWN});
      CREATE POLICY tenant_enters ON media.objects FOR INSERT TO furrow_tenant WITH CHECK (${OWN});
      CREATE POLICY tenant_keeps ON media.objects FOR UPDATE TO furrow_tenant USING (${OWN}) WITH CHECK (${OWN});
      -- What is kept stays, whatever a defect of ours may try.
      CREATE POLICY tenant_removes ON media.objects FOR DELETE TO furrow_tenant USING (${OWN} AND NOT kept);
    `);
  }
}
