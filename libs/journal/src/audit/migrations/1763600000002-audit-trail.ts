import type { QueryRunner } from 'typeorm';
import { tenantTable } from '@furrow/database';

/** The audit trail: who did what to which objects. */
export class AuditTrail1763600000002 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA audit;
      GRANT USAGE ON SCHEMA audit TO furrow_tenant;

      -- Whom the transaction said to act for; null for whoever came past the service.
      CREATE FUNCTION audit.acting() RETURNS jsonb LANGUAGE sql STABLE
        SET search_path = pg_catalog, pg_temp
        RETURN nullif(current_setting('furrow.acting', true), '')::jsonb;

      CREATE TABLE audit.entries (
        company_id uuid NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        entry_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        door text NOT NULL DEFAULT coalesce(audit.acting() ->> 'door', 'database'),
        actor text DEFAULT CASE WHEN audit.acting() IS NULL THEN session_user ELSE audit.acting() ->> 'actor' END,
        user_id uuid DEFAULT (audit.acting() ->> 'userId')::uuid,
        request_id text DEFAULT audit.acting() ->> 'requestId',
        act text NOT NULL,
        subjects text[] NOT NULL,
        within text[],
        changed text[],
        PRIMARY KEY (company_id, at, entry_id)
      );
      -- Readable, and nothing else: entries come from the triggers of the tables they tell of.
      ${tenantTable('audit.entries', { tenant: 'SELECT' })}
    `);
  }
}
